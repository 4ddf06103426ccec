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

/** The visitor of the conversation whose token the address holds. Set by `requireVisitor`. */
export const visitorContext = createContext<VisitorAccess>();

/** Whoever may answer the conversation of the address. Set by `requireAnswerer`. */
export const answererContext = createContext<AnswererAccess>();

/** Lets only the holder of a conversation's token pass. */
export const requireVisitor: MiddlewareFunction<Response> = async ({ params, context }) => {
	const access = await accessByToken(params.conversationToken ?? "");
	if (!access) {
		throw errorPage(404, {
			title: "Conversation Not Found",
			text: "Conversation not found or not verified. Some mail programs cut long links: please open it from the mail again.",
		});
	}
	context.set(visitorContext, access);
};

/** Lets the form's owner and administrators pass; stands behind `requireUser`. */
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
