import type { UserAccess } from "#app/accounts/access.server.ts";
import { writeAsOwner, writeAsVisitor } from "#app/conversations/conversation.server.ts";
import { accessByToken, accessToAnswer } from "#app/conversations/conversation-access.server.ts";
import type { SubmissionDetails } from "#app/conversations/schema.ts";
import { submitForm, verifySubmission } from "#app/conversations/submission.server.ts";
import { updateSubmission } from "#app/conversations/submission-details.server.ts";
import { checkAnswers } from "#app/forms/answers.ts";
import { clock } from "#app/platform/clock.server.ts";
import { DAY_MS, HOUR_MS, later, MINUTE_MS } from "#app/platform/time.ts";
import { mailedLink } from "./account.ts";
import type { DemoForm } from "./contact-form.ts";
import { type DemoVisitor, VISITORS } from "./texts.ts";
import { at } from "./time.ts";

/** Creates one conversation in each state. */
export async function fillConversations(
	today: Date,
	owner: UserAccess,
	form: DemoForm,
): Promise<void> {
	const scene = sceneOf(today, owner, form);
	await fillEnded(scene);
	await fillOpen(scene);
	await scene.then(2 * HOUR_MS, () => submit(form, VISITORS.pending));
}

type Scene = ReturnType<typeof sceneOf>;

/** What the people in a conversation do, each at its time. */
function sceneOf(today: Date, owner: UserAccess, form: DemoForm) {
	const then = <T>(ago: number, work: () => Promise<T>) => at(today, ago, work);
	return {
		then,
		start: (ago: number, visitor: DemoVisitor) => then(ago, () => talk(form, visitor)),
		answer: (ago: number, id: string, message: string) =>
			then(ago, async () => {
				await writeAsOwner(await answererOf(owner, id), {
					message,
					requestId: crypto.randomUUID(),
				});
			}),
		describe: async (id: string, details: Partial<SubmissionDetails>) =>
			updateSubmission(await answererOf(owner, id), { ...DETAILS, ...details }),
	};
}

async function fillEnded({ then, start, answer, describe }: Scene): Promise<void> {
	const closed = await start(25 * DAY_MS, VISITORS.closed);
	if (closed) {
		await answer(
			24 * DAY_MS,
			closed.id,
			"Not now, and none is planned. It is made for telephones.",
		);
		await then(20 * DAY_MS, () => describe(closed.id, { status: "closed", priority: "low" }));
	}
	const resolved = await start(12 * DAY_MS, VISITORS.resolved);
	if (resolved) {
		await answer(
			12 * DAY_MS - 20 * MINUTE_MS,
			resolved.id,
			"Of course. I have asked the store to refund the second purchase; it takes about five days.",
		);
		await then(12 * DAY_MS - 30 * MINUTE_MS, () => say(resolved.token, "It arrived. Thank you!"));
		await then(11 * DAY_MS, () =>
			describe(resolved.id, {
				status: "resolved",
				tags: ["refund"],
				notes: "Refunded by the store.",
				internal_notes: "Second purchase on the same day; the buy button was slow to answer.",
			}),
		);
	}
}

async function fillOpen({ then, start, answer, describe }: Scene): Promise<void> {
	const unanswered = await start(3 * DAY_MS, VISITORS.unanswered);
	if (unanswered) {
		await answer(
			3 * DAY_MS - 15 * MINUTE_MS,
			unanswered.id,
			"That should not happen. Which version do you have? You find it under Settings, at the bottom.",
		);
		await then(3 * DAY_MS - 25 * MINUTE_MS, () =>
			say(unanswered.token, "4.2.1, on an old iPhone SE. It began with the last update."),
		);
		await then(2 * DAY_MS, () =>
			describe(unanswered.id, {
				status: "in_progress",
				priority: "high",
				tags: ["crash", "camera"],
			}),
		);
	}
	const expired = await start(2 * DAY_MS, VISITORS.expired);
	if (expired) {
		await answer(
			2 * DAY_MS - 5 * HOUR_MS,
			expired.id,
			"Switch on iCloud backup on the old one, wait until it says Done, and then install the app on the new one. Your plants come along.",
		);
		await then(1 * DAY_MS, () => describe(expired.id, { status: "in_progress" }));
	}
	await start(1 * DAY_MS, VISITORS.new);
	const active = await start(10 * MINUTE_MS, VISITORS.active);
	if (active) {
		await answer(
			5 * MINUTE_MS,
			active.id,
			"A good idea, and not a big one. Would you give every plant a room, or only some of them?",
		);
	}
}

/** Sends the form as a visitor does. A repeat is the same submission. */
async function submit(form: DemoForm, visitor: DemoVisitor): Promise<void> {
	const [name, email, topic, message] = form.fields.map(({ id }) => id);
	const checked = checkAnswers(
		form.fields,
		new Map([
			[name ?? "", visitor.name],
			[email ?? "", visitor.email],
			[topic ?? "", visitor.topic],
			[message ?? "", visitor.message],
		]),
	);
	if (!checked.ok) throw new Error("The demo's form doesn't take the demo's answers.");
	await submitForm(form, checked.value, {
		question: { id: `demo ${visitor.email}`, expiresAt: later(clock.now(), 400 * DAY_MS) },
		clientAddress: visitor.email,
	});
}

/** Starts a conversation. Returns its id and token, or null when an earlier run started it. */
async function talk(
	form: DemoForm,
	visitor: DemoVisitor,
): Promise<{ id: string; token: string } | null> {
	await submit(form, visitor);
	const link = await mailedLink(visitor.email, "/verify-submission");
	const id = link.get("id") ?? "";
	const token = await verifySubmission(id, link.get("token") ?? "");
	return token === null ? null : { id, token };
}

async function say(token: string, message: string): Promise<void> {
	const visitor = await accessByToken(token);
	if (!visitor) throw new Error("The demo's conversation does not open.");
	await writeAsVisitor(visitor, { message, requestId: crypto.randomUUID() });
}

async function answererOf(owner: UserAccess, submissionId: string) {
	const access = await accessToAnswer(owner, submissionId);
	if (!access) throw new Error("The demo's conversation is not there.");
	return access;
}

const DETAILS: SubmissionDetails = {
	status: "new",
	priority: "normal",
	tags: [],
	notes: "",
	internal_notes: "",
};
