import { submitForm } from "#app/conversations/submission.server.ts";
import { countWrongAnswer } from "#app/conversations/submission-limit.server.ts";
import { clock } from "#app/platform/clock.server.ts";
import { failAs } from "#app/platform/db/storage-fault.server.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { type AnswerErrors, checkAnswers } from "./answers.ts";
import { emailFieldOf, type FormField } from "./form-rules.ts";
import { askQuestion, judgeAnswer, type Question } from "./question.server.ts";

type OpenForm = Parameters<typeof submitForm>[0] & {
	fields: FormField[];
	revision: number;
	isAccepting: boolean;
};

/** What a visitor sent. `question` and `answer` are "" on the first page. */
export type Sent = {
	values: Map<string, string>;
	question: string;
	answer: string;
	revision: string;
	honeypot: string;
	clientAddress: string;
};

/** The next step. `question` asks the captcha; its `fault` is set after a wrong or late answer. */
export type NextStep =
	| { step: "sent"; id: string; email: string }
	| { step: "closed" }
	| { step: "changed" }
	| { step: "errors"; errors: AnswerErrors; isEmailMissing: boolean }
	| { step: "question"; question: Question; fault: string | null }
	| { step: "refused"; refusal: Refusal };

/** Takes one step of a visitor's form: checks the answers, asks the captcha, or stores. */
export async function takeStep(form: OpenForm, sent: Sent): Promise<NextStep> {
	if (!form.isAccepting) return { step: "closed" };
	// A program sees the same success as a person, but nothing is stored or mailed.
	if (sent.honeypot !== "")
		return { step: "sent", id: crypto.randomUUID(), email: addressIn(form, sent) };
	if (sent.revision !== "" && sent.revision !== String(form.revision)) return { step: "changed" };
	const checked = checkAnswers(form.fields, sent.values);
	if (!checked.ok) {
		const isEmailMissing = addressIn(form, sent) === "";
		return { step: "errors", errors: checked.errors, isEmailMissing };
	}

	const now = clock.now();
	const ask = (fault: string | null): NextStep => ({
		step: "question",
		question: askQuestion(form.id, now),
		fault,
	});
	if (sent.question === "") return ask(null);
	const judged = judgeAnswer({ token: sent.question, answer: sent.answer, formId: form.id }, now);
	if (judged.verdict === "stale") {
		return ask("That question has expired. Please answer this one.");
	}
	try {
		const { clientAddress } = sent;
		if (judged.verdict === "wrong") {
			await countWrongAnswer(clientAddress);
			return ask("Incorrect captcha answer. Please try again.");
		}
		const submitted = submitForm(form, checked.value, { question: judged, clientAddress });
		const id = await failAs("Failed to submit form. Please try again.", submitted);
		return { step: "sent", id, email: checked.value.email };
	} catch (error) {
		if (error instanceof Refusal) return { step: "refused", refusal: error };
		throw error;
	}
}

/** Returns the address that was typed, trimmed, or "". */
function addressIn({ fields }: OpenForm, { values }: Sent): string {
	return (values.get(emailFieldOf(fields)?.id ?? "") ?? "").trim();
}
