import type { HeldMail } from "./held-mail.server.ts";

export type Decision = "add" | "remember" | "discard";

/** Returns the buttons below a held mail, with their labels. */
export function decisionsFor({ reason, from }: HeldMail): { value: Decision; label: string }[] {
	return [
		{ value: "add", label: "Add it" },
		...(reason === "another-address" && from !== ""
			? [{ value: "remember", label: "Add it, and remember this address" } as const]
			: []),
		{ value: "discard", label: "Throw it away" },
	];
}

/** Returns whether a posted value is one of the buttons. */
export function isDecision(value: unknown): value is Decision {
	return value === "add" || value === "remember" || value === "discard";
}

/** What is said once a mail is decided about, by its outcome. */
export const DECIDED: Record<string, string> = {
	added: "The mail was added to the conversation.",
	discarded: "The mail was thrown away.",
};
