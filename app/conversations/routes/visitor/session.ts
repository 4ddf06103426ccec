import { redirect } from "react-router";
import type { VisitorAccess } from "#app/conversations/conversation-access.server.ts";
import {
	extendOpenSession,
	requestSession,
	SessionExpired,
} from "#app/conversations/conversation-session.server.ts";
import { visitorContext } from "#app/conversations/middleware.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { paths } from "#app/paths.ts";
import { failAs } from "#app/platform/db/storage-fault.server.ts";
import { Refusal } from "#app/platform/refusal.ts";
import type { Route } from "./+types/session";

/** Redirects people who open the address by hand. */
export function loader({ params }: Route.LoaderArgs) {
	return redirect(paths.visitor.conversation(params));
}

/** Extends an open session by a full hour, or mails a link to open a new one. */
export async function action({ params, context }: Route.ActionArgs) {
	const access = context.get(visitorContext);
	const path = paths.visitor.conversation(params);
	try {
		await failAs("Failed to extend session. Please try again.", extendOpenSession(access));
	} catch (error) {
		if (!(error instanceof SessionExpired)) throw error;
		return mailLink(access, path);
	}
	return redirectWithFlash(path, "You have an hour from now.");
}

async function mailLink(access: VisitorAccess, path: string): Promise<Response> {
	try {
		await failAs("Failed to send extension email", requestSession(access));
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		return redirectWithFlash(path, { tone: "error", text: error.message });
	}
	return redirectWithFlash(path, "A new session link is on its way to your address.");
}

/** A route with a component shows a refusal as a page. */
export default function Session() {
	return null;
}
