import crypto from "node:crypto";
import { openToken, sealToken } from "#app/platform/crypto/seal.server.ts";
import { MINUTE_MS } from "#app/platform/time.ts";
import { plainDigits } from "./digits.ts";

const PURPOSE = "question";
const LARGEST = 10;
/** How long a question can be answered (product.md, rule 34). */
const QUESTION_MS = 15 * MINUTE_MS;

/** A captcha: the sum of two numbers from 1 to 10. It is valid for one form only. */
export type Question = { id: string; text: string; token: string };

type Content = { id: string; formId: string; sum: number; expires: number };

/** Returns a new question for a form, sealed. Nothing is stored until it is answered. */
export function askQuestion(formId: string, now: Date): Question {
	const [a, b] = [crypto.randomInt(1, LARGEST + 1), crypto.randomInt(1, LARGEST + 1)];
	const content: Content = {
		id: crypto.randomUUID(),
		formId,
		sum: a + b,
		expires: now.getTime() + QUESTION_MS,
	};
	return {
		id: content.id,
		text: `What is ${a} + ${b}?`,
		token: sealToken(PURPOSE, content),
	};
}

/**
 * Judges an answer. `right` has the question's id, which counts once, and its expiry, after which
 * the id may be deleted. `stale` means that the question is altered, too old or of another form.
 */
export function judgeAnswer(
	{ token, answer, formId }: { token: string; answer: string; formId: string },
	now: Date,
): { verdict: "right"; id: string; expiresAt: Date } | { verdict: "wrong" } | { verdict: "stale" } {
	const content = openToken<Content>(PURPOSE, token);
	if (!content || content.formId !== formId || content.expires <= now.getTime()) {
		return { verdict: "stale" };
	}
	if (plainDigits(answer) !== String(content.sum)) return { verdict: "wrong" };
	return { verdict: "right", id: content.id, expiresAt: new Date(content.expires) };
}
