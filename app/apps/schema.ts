import type { Submission } from "@conform-to/react";
import { z } from "zod";
import { emailAddress } from "#app/accounts/credentials.ts";
import { RESERVED_APP_NAMES } from "#app/addresses/reserved.ts";
import { slugify } from "#app/addresses/slug.ts";
import { requestId } from "#app/platform/request-id.ts";
import { line } from "#app/platform/text.ts";
import { APP_NAME_MAX } from "./app-limit.ts";

export const DUPLICATE_APP_NAME = {
	title: "Duplicate App Name",
	text: "You already have an app with this name. Please choose a different name.",
} as const;

const appName = line({ max: APP_NAME_MAX, required: "App name is required" }).superRefine(
	(name, context) => {
		const fault = name === "" ? null : appNameFault(name);
		if (fault) context.addIssue({ code: "custom", message: fault });
	},
);

/** The page generates `request_id`, so that a double click creates one app. */
export const createAppSchema = z.object({ name: appName, request_id: requestId });

/** `renamed_from` is the name that the page showed, so that a double click renames once. */
export const renameAppSchema = z.object({
	name: appName,
	renamed_from: z.string().max(200).optional(),
});

/** An empty address removes the stored one. */
export const appContactSchema = z.object({ contact_email: emailAddress() });

/** Returns the title, and the text if there is one, above the errors of a refused name. */
export function describeNameFault(submission: Submission<{ name: string }>) {
	if (submission.status === "success" || !submission.error?.name) return {};
	const isMissing = !String(submission.payload.name ?? "").trim();
	return isMissing
		? { title: "App Name Required", text: "Please enter a name for your app." }
		: { title: "Invalid App Name" };
}

/** Returns the form in which names are compared: NFKC, trimmed, lower case. */
export function appNameKey(name: string): string {
	return name.normalize("NFKC").trim().toLowerCase();
}

/** Returns why an app can't have this name (product.md, O8), or null. */
function appNameFault(name: string): string | null {
	if (!/^[\p{L}\p{M}\p{N} _-]+$/u.test(name))
		return "App names can only contain letters, numbers, spaces, hyphens, and underscores.";
	const slug = slugify(name);
	if (RESERVED_APP_NAMES.has(appNameKey(name)) || RESERVED_APP_NAMES.has(slug))
		return `"${name}" is a reserved word and cannot be used as an app name. Please choose a different name.`;
	if (/^\d+$/.test(name)) return "App names cannot be purely numeric. Please include some letters.";
	if (slug === "")
		return "This name leaves nothing for the public address. Please include some letters from a to z or digits.";
	if (/^\d+$/.test(slug)) return "App names cannot be purely numeric. Please include some letters.";
	return null;
}
