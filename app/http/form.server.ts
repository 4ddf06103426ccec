import type { Submission } from "@conform-to/react";
import { PasswordsBusyError } from "#app/platform/crypto/passwords.server.ts";
import { StorageFault } from "#app/platform/db/storage-fault.server.ts";
import { logError } from "#app/platform/log.server.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { ChangedMeanwhile } from "#app/platform/revision.ts";
import { type ErrorContent, errorPage } from "./error-content.ts";
import { replyWith } from "./reply.ts";

/** Far above any form of ours. Checking a field costs more the more fields there are. */
const MAX_FIELDS = 1_000;

/** Conform's name for the buttons of a list of fields, as in the form builder. */
export const LIST_INTENT = "__intent__";
/** Where Conform looks for earlier state. No page of ours sends it. */
const CONFORM_STATE = "__state__";

const PASSWORD_FIELDS = ["password", "confirm_password", "current_password"];

/**
 * Returns the form in a request, without fields whose names denote lists or objects, unless
 * `isListed` accepts them. Throws an error page: 415 for another kind of body, and 400 for an
 * incomplete body, too many fields, or a list button that the form does not have.
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
	let fields: [string, FormDataEntryValue][];
	try {
		fields =
			type === "multipart/form-data" ? [...(await request.formData())] : await readPairs(request);
	} catch {
		throw incomplete();
	}
	if (fields.length > MAX_FIELDS) throw incomplete();
	const plain = new FormData();
	for (const [name, value] of fields) {
		// Conform acts on these two before it validates anything, and throws if it can't.
		if (name === LIST_INTENT && !isListed(name)) throw unknownButton();
		if (name === CONFORM_STATE) continue;
		// Conform would read "a[99999999]" as a list of a hundred million items.
		if (!/[.[\]]/.test(name) || isListed(name)) plain.append(name, value);
	}
	return plain;
}

/** Node takes seconds for a body of countless fields, so they are counted before they are read. */
async function readPairs(request: Request): Promise<[string, string][]> {
	const body = await request.text();
	if (body.split("&", MAX_FIELDS + 1).length > MAX_FIELDS) throw incomplete();
	return [...new URLSearchParams(body)];
}

/**
 * Returns what somebody wrote into the form that a request posts, for a page that can't take it:
 * every text of more than one word, or in other letters than a to z. The rest is chosen or the
 * page's own. Passwords are left out.
 */
export async function readTyped(request: Request): Promise<ErrorContent["typed"]> {
	if (request.method !== "POST") return undefined;
	try {
		return typedIn(await readForm(request, () => true));
	} catch {
		// The page that the caller shows says more than that the body is no form.
		return undefined;
	}
}

/** Returns the same of a form that was read. */
export function typedIn(formData: FormData): NonNullable<ErrorContent["typed"]> {
	return [...formData].flatMap(([name, value]) => {
		if (typeof value !== "string" || /password|^__/.test(name)) return [];
		return /[^!-~]/.test(value.trim()) ? [{ label: null, value }] : [];
	});
}

function incomplete() {
	return errorPage(400, {
		title: "The form arrived incomplete",
		text: "Nothing was changed. Please go back and send it again.",
	});
}

/** The 400 for a button that the form does not have. */
export function unknownButton() {
	return errorPage(400, {
		title: "Unknown button",
		text: "Nothing was changed. Please go back and try again.",
	});
}

/**
 * Returns a 400 with each error at its field and what was typed, except passwords. A title and a
 * text of the whole form stand above the errors.
 */
export function invalid<Schema>(
	submission: Submission<Schema>,
	{ title, text }: { title?: string; text?: string } = {},
) {
	const result = resultOf(submission, text === undefined ? {} : { "": [text] });
	return replyWith({ result, title }, 400);
}

/**
 * Returns a reply that shows a Refusal in the form's own page. Another error is thrown again, or,
 * with a text for `unexpected`, logged and shown as that text (500). A StorageFault shows that text
 * too. `changed` tells an editor that another save came first.
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
	// The page's own text for a failure, where it has one (product.md, O27).
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

/** The headers of a refusal: Retry-After, where it is known. */
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
