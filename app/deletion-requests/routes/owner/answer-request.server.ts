import type { Submission } from "@conform-to/react";
import { requestNotFound } from "#app/deletion-requests/middleware.ts";
import type { RequestsAccess } from "#app/deletion-requests/requests/access.server.ts";
import { answerRequest } from "#app/deletion-requests/requests/outcome.server.ts";
import { readRequest } from "#app/deletion-requests/requests/read-request.server.ts";
import { describeClosed, mayBecome } from "#app/deletion-requests/requests/request.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { refused } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";

type Params = { appId: string; number: string };
type Answer = Parameters<typeof answerRequest>[2];

/** Returns the number in the address. Throws a 404 page for what no request can have. */
function numberOf(params: Params): number {
	if (!/^\d{1,9}$/.test(params.number)) throw requestNotFound(params);
	return Number(params.number);
}

/** Returns the request of the address, and whether it can have an outcome. Throws a 404 page. */
export async function readToAnswer(
	access: RequestsAccess,
	params: Params,
	outcome: Answer["outcome"],
) {
	const request = await readRequest(access, numberOf(params));
	if (!request) throw requestNotFound(params);
	const { submissionId } = request;
	return {
		...request,
		mayAnswer: submissionId !== null && mayBecome(request.outcome, outcome),
		back: submissionId
			? paths.conversation.thread({ submissionId })
			: paths.deletions.list({ appId: params.appId }),
	};
}

/** Answers the request of the address, and leads to its conversation. Shows a refusal on the page. */
export async function answer<Schema>(
	access: RequestsAccess,
	params: Params,
	given: Answer,
	submission: Submission<Schema>,
) {
	const number = numberOf(params);
	let isNew: boolean | null;
	try {
		isNew = await answerRequest(access, number, given);
	} catch (error) {
		return refused(submission, error, {
			unexpected: "The answer could not be saved, and nothing was sent. Please try again.",
		});
	}
	if (isNew === null) throw requestNotFound(params);
	const { back, ...request } = await readToAnswer(access, params, given.outcome);
	const done = given.outcome === "done" ? "that it is done" : "that you refuse, and why";
	throw await redirectWithFlash(
		back,
		isNew
			? `${request.email} gets a mail that says ${done}.`
			: `This request ${describeClosed(request)}. The person was told once.`,
	);
}
