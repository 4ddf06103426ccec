import crypto from "node:crypto";
import { keyedHash } from "#app/platform/crypto/seal.server.ts";
import { MINUTE_MS } from "#app/platform/time.ts";

const PURPOSE = "question";
const LARGEST = 10;
/** How long a question can be answered (product.md, rule 34). */
const QUESTION_MS = 15 * MINUTE_MS;

/** A captcha: the sum of two numbers from 1 to 10. It is valid for one form only. */
export type Question = { id: string; text: string; token: string };

type Content = { id: string; formId: string; a: number; b: number; expires: number };

/** Returns a new signed question for a form. Nothing is stored until it is answered. */
export function askQuestion(formId: string, now: Date): Question {
	const content: Content = {
		id: crypto.randomUUID(),
		formId,
		a: crypto.randomInt(1, LARGEST + 1),
		b: crypto.randomInt(1, LARGEST + 1),
		expires: now.getTime() + QUESTION_MS,
	};
	const body = Buffer.from(JSON.stringify(content)).toString("base64url");
	return {
		id: content.id,
		text: `What is ${content.a} + ${content.b}?`,
		token: `${body}.${keyedHash(PURPOSE, body)}`,
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
	const content = open(token);
	if (!content || content.formId !== formId || content.expires <= now.getTime()) {
		return { verdict: "stale" };
	}
	// NFKC, because some keyboards type full-width digits.
	const isRight = answer.normalize("NFKC").trim() === String(content.a + content.b);
	if (!isRight) return { verdict: "wrong" };
	return { verdict: "right", id: content.id, expiresAt: new Date(content.expires) };
}

function open(token: string): Content | null {
	const [body = "", signature = ""] = token.split(".");
	const expected = Buffer.from(keyedHash(PURPOSE, body));
	const given = Buffer.from(signature);
	if (given.length !== expected.length || !crypto.timingSafeEqual(given, expected)) return null;
	return JSON.parse(Buffer.from(body, "base64url").toString("utf8")) as Content;
}
