import { createContext, type MiddlewareFunction } from "react-router";
import { userContext } from "#app/accounts/middleware.ts";
import { errorPage } from "#app/http/error-content.ts";
import { paths } from "#app/paths.ts";
import {
	type AnswererAccess,
	accessByToken,
	accessToAnswer,
	type VisitorAccess,
} from "./conversation-access.server.ts";

/** The holder of the conversation token in the address. Set by `requireVisitor`. */
export const visitorContext = createContext<VisitorAccess>();

/** Who may reply in the conversation of the address. Set by `requireAnswerer`. */
export const answererContext = createContext<AnswererAccess>();

/** Throws a 404 page unless the address holds a conversation's token. */
export const requireVisitor: MiddlewareFunction<Response> = async ({ params, context }) => {
	const access = await accessByToken(params.conversationToken ?? "");
	if (!access) {
		throw errorPage(404, {
			title: "Conversation Not Found",
			text: "Conversation not found or not verified. Some mail programs cut long links: please open it from the mail again.",
			link: { to: paths.home, label: "Go to the home page" },
			back: { to: paths.help, label: "Go to help" },
		});
	}
	context.set(visitorContext, access);
};

/** Throws a 404 page for all but the form's owner and administrators. Needs `requireUser`. */
export const requireAnswerer: MiddlewareFunction<Response> = async ({ params, context }) => {
	const access = await accessToAnswer(context.get(userContext), params.submissionId ?? "");
	if (!access) {
		throw errorPage(404, {
			title: "Submission not found",
			text: "There is no such submission, or it belongs to another account.",
			link: { to: paths.dashboard, label: "Back to Dashboard" },
		});
	}
	context.set(answererContext, access);
};
