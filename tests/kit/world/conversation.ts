import type { AppAccess, UserAccess } from "#app/accounts/access.server.ts";
import { writeAsOwner, writeAsVisitor } from "#app/conversations/conversation.server.ts";
import {
	type AnswererAccess,
	accessByToken,
	accessToAnswer,
	type VisitorAccess,
} from "#app/conversations/conversation-access.server.ts";
import { verifySubmission } from "#app/conversations/submission.server.ts";
import { eachSubmission } from "#app/conversations/submission-list.server.ts";
import { askQuestion } from "#app/forms/question.server.ts";
import { type NextStep, type Sent, takeStep } from "#app/forms/visitor-form.server.ts";
import { clock } from "#app/platform/clock.server.ts";
import { findMail, listMail } from "#app/platform/mail/outbox.server.ts";
import { sumOf } from "../http/visitor-form.ts";
import { freshEmail } from "../mailed.ts";
import { createApp } from "./app.ts";
import { createContactForm, openForm } from "./form.ts";
import { createUser } from "./user.ts";

type OpenForm = Awaited<ReturnType<typeof openForm>>;

let count = 0;

/** Creates an owner on Pro with the app Pocket Garden and its form Contact. */
export async function createDesk() {
	const owner = await createUser();
	const app = await createApp(owner, "Pocket Garden");
	const form = await createContactForm(app, { title: "Contact" });
	return { owner, app, form };
}

/** Draws a form's captcha. Returns it with its right answer. */
export function askAndSolve(form: { id: string }): { question: string; answer: string } {
	const { text, token } = askQuestion(form.id, clock.now());
	return { question: token, answer: sumOf(text) };
}

/** What a visitor sends after the captcha: a name, an address of their own and a message. */
export function filledIn(form: OpenForm, traits: Partial<Sent> = {}): Sent {
	count += 1;
	return {
		values: answersOf({}),
		...askAndSolve(form),
		revision: String(form.revision),
		honeypot: "",
		clientAddress: `client ${process.pid} ${count}`,
		...traits,
	};
}

/** Returns answers to the three fields of a contact form, by id. */
export function answersOf(values: Record<string, string>): Map<string, string> {
	return new Map(
		Object.entries({
			name: "Vera Visitor",
			email: freshEmail(),
			message: "Where is my data?",
			...values,
		}),
	);
}

/** Sends a form as a visitor does. Returns the next step. */
export function send(form: OpenForm, traits: Partial<Sent> = {}): Promise<NextStep> {
	return takeStep(form, filledIn(form, traits));
}

export type TestLink = { id: string; token: string };

/** A verified submission: its conversation's token and its visitor's access. */
export type Talk = Awaited<ReturnType<typeof createConversation>>;

/** Sends a form as a visitor. Returns the unverified submission and its mailed link. */
export async function submitForm(
	access: AppAccess,
	form: { slug: string },
	values: Record<string, string> = {},
): Promise<{ id: string; email: string; link: TestLink }> {
	const answers = answersOf(values);
	const sent = await send(await openForm(access, form.slug), { values: answers });
	if (sent.step !== "sent") throw new Error(`The form was not sent: ${JSON.stringify(sent)}`);
	const email = (answers.get("email") ?? "").trim().toLowerCase();
	const link = await mailedLink(email);
	return { id: link.id, email, link };
}

/** Creates a verified submission. Returns its conversation's token and its visitor's access. */
export async function createConversation(
	access: AppAccess,
	form: { slug: string },
	values: Record<string, string> = {},
): Promise<{ id: string; email: string; link: TestLink; token: string; visitor: VisitorAccess }> {
	const submission = await submitForm(access, form, values);
	const token = await verifySubmission(submission.id, submission.link.token);
	const visitor = await accessByToken(token ?? "");
	if (!token || !visitor) throw new Error("The new conversation does not open");
	return { ...submission, token, visitor };
}

/** Returns the access of an owner or an administrator to a conversation. */
export async function answererOf(user: UserAccess, talk: { id: string }): Promise<AnswererAccess> {
	const access = await accessToAnswer(user, talk.id);
	if (!access) throw new Error("The user may not answer");
	return access;
}

/** Writes a message as the visitor of a conversation. */
export function ask(
	{ visitor }: Talk,
	message: string,
	requestId: string = crypto.randomUUID(),
): Promise<void> {
	return writeAsVisitor(visitor, { message, requestId });
}

/** Replies to a visitor as the owner, or as an administrator. */
export async function reply(
	user: UserAccess,
	talk: { id: string },
	message: string,
	requestId: string = crypto.randomUUID(),
): Promise<void> {
	return writeAsOwner(await answererOf(user, talk), { message, requestId });
}

/** Returns the id and the token of the newest mailed link to an address. */
export async function mailedLink(email: string): Promise<TestLink> {
	const rows = (await listMail()).filter(({ recipient }) => recipient === email);
	for (const { id } of rows) {
		const text = (await findMail(id))?.text ?? "";
		const [url] = text.match(/https?:\/\/\S+\/(?:verify-submission|extend-session)\?\S+/) ?? [];
		const query = new URL(url ?? "http://none.example").searchParams;
		const link = { id: query.get("id") ?? "", token: query.get("token") ?? "" };
		if (link.id && link.token) return link;
	}
	throw new Error(`No link was mailed to ${email}`);
}

/** Returns the submissions of an app, oldest first. */
export async function submissionsOf(access: AppAccess, formId?: string) {
	const all = [];
	for await (const submission of eachSubmission(access, formId)) all.push(submission);
	return all;
}
