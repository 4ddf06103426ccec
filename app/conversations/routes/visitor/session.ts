import { redirect } from "react-router";
import type { VisitorAccess } from "#app/conversations/conversation-access.server.ts";
import {
	extendOpenSession,
	requestSession,
	SessionExpired,
} from "#app/conversations/conversation-session.server.ts";
import { visitorContext } from "#app/conversations/middleware.ts";
import { type FlashMessage, redirectWithFlash } from "#app/http/flash-middleware.ts";
import { readForm } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";
import { failAs } from "#app/platform/db/storage-fault.server.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { carriesDraft } from "../draft.ts";
import type { Route } from "./+types/session";

/** Redirects people who open the address by hand. */
export function loader({ params }: Route.LoaderArgs) {
	return redirect(paths.visitor.conversation(params));
}

/**
 * Extends an open session by a full hour, or mails a link to open a new one. A draft that was posted
 * along is posted on to the conversation, which shows it again.
 */
export async function action({ request, params, context }: Route.ActionArgs) {
	const hasDraft = carriesDraft(await readForm(request));
	const message = await extendOrMail(context.get(visitorContext));
	return redirectWithFlash(paths.visitor.conversation(params), message, hasDraft ? 307 : 303);
}

async function extendOrMail(access: VisitorAccess): Promise<FlashMessage> {
	try {
		await failAs("Failed to extend session. Please try again.", extendOpenSession(access));
		return "You have an hour from now.";
	} catch (error) {
		if (!(error instanceof SessionExpired)) throw error;
	}
	try {
		await failAs("Failed to send extension email", requestSession(access));
		return "A new session link is on its way to your address.";
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		return { tone: "error", text: error.message };
	}
}

/** A route with a component shows a refusal as a page. */
export default function Session() {
	return null;
}
