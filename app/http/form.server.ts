import type { Submission } from "@conform-to/react";
import { PasswordsBusyError } from "#app/platform/crypto/passwords.server.ts";
import { StorageFault } from "#app/platform/db/storage-fault.server.ts";
import { logError } from "#app/platform/log.server.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { ChangedMeanwhile } from "#app/platform/revision.ts";
import { errorPage } from "./error-content.ts";
import { replyWith } from "./reply.ts";

/** No form of ours has nearly as many; looking at each costs more the more there are. */
const MAX_FIELDS = 1_000;

/** Conform's own name for a button of a list of fields, which builders have. */
export const LIST_INTENT = "__intent__";
/** Where Conform would look for what it knew; no page of ours sends it. */
const CONFORM_STATE = "__state__";

const PASSWORD_FIELDS = ["password", "confirm_password", "current_password"];

/**
 * The form that a request carries, without fields that are named like lists or objects, but for
 * those that `isListed` knows. Throws a 415 for another kind of body and a 400 for one that breaks
 * off, has too many fields or comes from a button of a list that it doesn't have, each with a page
 * that says so.
 */
export async function readForm(
	request: Request,
	isListed: (name: string) => boolean = () => false,
): Promise<FormData> {
	const type = request.headers.get("Content-Type")?.split(";")[0]?.trim().toLowerCase();
	if (type !== "application/x-www-form-urlencoded" && type !== "multipart/form-data") {
		throw errorPage(415, {
			title: "Not a form",
			text: "This address accepts forms only. Nothing was changed.",
		});
	}
	let formData: FormData;
	try {
		formData = await request.formData();
	} catch {
		throw incomplete();
	}
	const fields = [...formData];
	if (fields.length > MAX_FIELDS) throw incomplete();
	const plain = new FormData();
	for (const [name, value] of fields) {
		// Conform does what these say before it looks at anything, and throws where it can't.
		if (name === LIST_INTENT && !isListed(name)) throw unknownButton();
		if (name === CONFORM_STATE) continue;
		// Read as lists and objects, "a[99999999]" would be a list of a hundred million.
		if (!/[.[\]]/.test(name) || isListed(name)) plain.append(name, value);
	}
	return plain;
}

function incomplete() {
	return errorPage(400, {
		title: "The form arrived incomplete",
		text: "Nothing was changed. Please go back and send it again.",
	});
}

/** The 400 for a button that the form doesn't have. */
export function unknownButton() {
	return errorPage(400, {
		title: "Unknown button",
		text: "Nothing was changed. Please go back and try again.",
	});
}

/** The answer to a form with faults: 400, each text at its field, what was typed but passwords. */
export function invalid<Schema>(submission: Submission<Schema>) {
	return replyWith({ result: resultOf(submission) }, 400);
}

/**
 * The answer to a model's refusal, in the form's own page. Anything that is not a refusal is thrown
 * again, or with a text for `unexpected` logged and answered with that text. A disk that takes
 * nothing is as unexpected, and passes. `changed` goes to an editor where another save came
 * first.
 */
export function refused<Schema>(
	submission: Submission<Schema>,
	error: unknown,
	{ unexpected, unexpectedTitle }: { unexpected?: string; unexpectedTitle?: string } = {},
) {
	if (error instanceof PasswordsBusyError) {
		return refused(
			submission,
			new Refusal("Many people are signing in right now. Please try again in a moment.", {
				status: 503,
			}),
		);
	}
	if (!(error instanceof Refusal)) {
		if (unexpected === undefined) throw error;
		logError(error);
		const result = resultOf(submission, { "": [unexpected] });
		return replyWith({ result, title: unexpectedTitle }, 500);
	}
	// The specification's words for what failed, where it has some.
	const isUnexpected = error instanceof StorageFault && unexpected !== undefined;
	const errors = { [error.field ?? ""]: [isUnexpected ? unexpected : error.message] };
	const title = (isUnexpected && unexpectedTitle) || error.title || undefined;
	const changed =
		error instanceof ChangedMeanwhile
			? { revision: error.revision, savedAt: error.savedAt }
			: undefined;
	const init = { status: error.status, headers: retryHeaders(error) };
	return replyWith({ result: resultOf(submission, errors), title, changed }, init);
}

/** The headers that go with a refusal: when to try again, where that is known. */
export function retryHeaders(error: Refusal): Record<string, string> {
	if ("retryAfterSeconds" in error) return { "Retry-After": String(error.retryAfterSeconds) };
	return error.status === 503 ? { "Retry-After": "5" } : {};
}

function resultOf<Schema>(submission: Submission<Schema>, errors: Record<string, string[]> = {}) {
	const { "": formErrors, ...fieldErrors } = errors;
	return submission.reply({
		formErrors,
		fieldErrors,
		hideFields: PASSWORD_FIELDS as never[],
	});
}
