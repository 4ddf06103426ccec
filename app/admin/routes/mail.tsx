import { redirect } from "react-router";
import { MAY_CHANGE_ACCOUNTS } from "#app/accounts/admin-role.ts";
import { adminContext, requireRole } from "#app/admin/middleware.ts";
import { sendAgain, sendAllAgain } from "#app/admin/outbox-administration.server.ts";
import { errorPage } from "#app/http/error-content.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { paths } from "#app/paths.ts";
import { Refusal } from "#app/platform/refusal.ts";
import type { Route } from "./+types/mail";

export const middleware: Route.MiddlewareFunction[] = [requireRole(...MAY_CHANGE_ACCOUNTS)];

/** For people who typed the address. */
export function loader() {
	return redirect(paths.admin.settings);
}

/** Sends one failed mail again, or all of them and those that wait. */
export async function action({ context, params }: Route.ActionArgs) {
	const access = context.get(adminContext);
	const { mailId } = params as { mailId?: string };
	let count: number;
	try {
		count = mailId ? await sendAgain(access, mailId).then(() => 1) : await sendAllAgain(access);
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		throw errorPage(error.status, {
			title: "Nothing was sent",
			text: error.message,
			link: { to: paths.admin.settings, label: "Back to Settings" },
		});
	}
	return redirectWithFlash(paths.admin.settings, describeSent(count));
}

/** The second request of a double click finds no mail. */
function describeSent(count: number): string {
	if (count === 0) return "There is no mail to send again.";
	return count === 1 ? "The mail will be sent again." : `${count} mails will be sent again.`;
}

/** Makes this route a page, so that a refusal is shown as a page too. */
export default function SendAgain() {
	return null;
}
