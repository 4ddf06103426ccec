import { createContext, type MiddlewareFunction, redirect } from "react-router";
import { userContext } from "#app/accounts/middleware.ts";
import { errorPage } from "#app/http/error-content.ts";
import { readTyped } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";
import {
	type AnswererAccess,
	accessByToken,
	accessToAnswer,
	mayRead,
	type VisitorAccess,
} from "./conversation-access.server.ts";

/** The holder of the conversation token in the address. Set by `requireVisitor`. */
export const visitorContext = createContext<VisitorAccess>();

/** Who may reply in the conversation of the address. Set by `requireAnswerer`. */
export const answererContext = createContext<AnswererAccess>();

/** Throws a 404 page unless the address holds a conversation's token. */
export const requireVisitor: MiddlewareFunction<Response> = async (args) => {
	const { request, params, context } = args;
	const access = await accessByToken(params.conversationToken ?? "");
	if (!access) {
		throw errorPage(404, {
			title: "Conversation Not Found",
			text: "Conversation not found or not verified. Some mail programs cut long links: please open it from the mail again.",
			link: { to: paths.home, label: "Go to the home page" },
			back: { to: paths.help, label: "Go to help" },
			typed: await readTyped(request),
		});
	}
	context.set(visitorContext, access);
};

/** Throws a 404 page for all but the form's owner and administrators. Needs `requireUser`. */
export const requireAnswerer: MiddlewareFunction<Response> = async (args) => {
	const { request, params, context } = args;
	const access = await accessToAnswer(context.get(userContext), params.submissionId ?? "");
	if (!access) {
		throw errorPage(404, {
			title: "Submission not found",
			text: "There is no such submission, or it belongs to another account.",
			link: { to: paths.dashboard, label: "Back to Dashboard" },
			typed: await readTyped(request),
		});
	}
	context.set(answererContext, access);
};

/**
 * Leads an administrator who has given no reason yet to the page that asks for one; a form is
 * refused by a 403 page instead, so that the browser keeps what was typed. Needs `requireAnswerer`.
 */
export const requireReason: MiddlewareFunction<Response> = async ({ request, context }) => {
	const access = context.get(answererContext);
	if (await mayRead(access)) return;
	const path = paths.conversation.reason(access);
	if (request.method === "GET") throw redirect(path);
	throw errorPage(403, {
		title: "Please give a reason first",
		text: "This conversation belongs to another account, and your last reason is over a day old. Nothing was sent. Open the link in a new tab and give a reason; then go back to your text here and send it again.",
		link: { to: path, label: "Give a reason", opensNewTab: true },
	});
};
