import type { UserAccess } from "#app/accounts/access.server.ts";
import { writeAsOwner, writeAsVisitor } from "#app/conversations/conversation.server.ts";
import { accessByToken, accessToAnswer } from "#app/conversations/conversation-access.server.ts";
import { writeNote } from "#app/conversations/internal-note.server.ts";
import type { SubmissionDetails } from "#app/conversations/schema.ts";
import { submitForm, verifySubmission } from "#app/conversations/submission.server.ts";
import { updateSubmission } from "#app/conversations/submission-details.server.ts";
import { checkAnswers } from "#app/forms/answers.ts";
import { clock } from "#app/platform/clock.server.ts";
import { DAY_MS, HOUR_MS, later, MINUTE_MS } from "#app/platform/time.ts";
import { mailedLink } from "./account.ts";
import type { DemoForm } from "./contact-form.ts";
import { at } from "./time.ts";

type Conversation = { id: string; token: string };

/** What somebody does, and how long after the form was sent. */
type Act = {
	after: number;
	run: (conversation: Conversation, owner: UserAccess) => Promise<unknown>;
};

type Story = {
	name: string;
	email: string;
	topic: string;
	message: string;
	/** How long ago the visitor sent the form. */
	ago: number;
	/** Null: the mailed link was not opened. */
	acts: Act[] | null;
};

/** One conversation in each state. */
const STORIES: Story[] = [
	{
		name: "Clara Vogel",
		email: "clara@visitor.example",
		topic: "Question",
		message: "Is there a version for Windows?",
		ago: 25 * DAY_MS,
		acts: [
			answer(1 * DAY_MS, "Not now, and none is planned. It is made for telephones."),
			describe(5 * DAY_MS, { status: "closed", priority: "low" }),
		],
	},
	{
		name: "Ravi Menon",
		email: "ravi@visitor.example",
		topic: "Refund",
		message: "I bought the full version twice by mistake. Can I have one of them back?",
		ago: 12 * DAY_MS,
		acts: [
			answer(
				20 * MINUTE_MS,
				"Of course. I have asked the store to refund the second purchase; it takes about five days.",
			),
			say(30 * MINUTE_MS, "It arrived. Thank you!"),
			describe(1 * DAY_MS, {
				status: "resolved",
				tags: ["refund"],
				notes: "Refunded by the store.",
			}),
			note(1 * DAY_MS, "Second purchase on the same day; the buy button was slow to answer."),
		],
	},
	{
		name: "Una Byrne",
		email: "una@visitor.example",
		topic: "Bug",
		message: "The app closes when I take a photo of my fern. The other plants work.",
		ago: 3 * DAY_MS,
		acts: [
			answer(
				15 * MINUTE_MS,
				"That should not happen. Which version do you have? You find it under Settings, at the bottom.",
			),
			say(25 * MINUTE_MS, "4.2.1, on an old iPhone SE. It began with the last update."),
			describe(1 * DAY_MS, { status: "in_progress", priority: "high", tags: ["crash", "camera"] }),
		],
	},
	{
		name: "Emeka Obi",
		email: "emeka@visitor.example",
		topic: "Question",
		message: "How do I move my plants to a new telephone?",
		ago: 2 * DAY_MS,
		acts: [
			answer(
				5 * HOUR_MS,
				"Switch on iCloud backup on the old one, wait until it says Done, and then install the app on the new one. Your plants come along.",
			),
			describe(1 * DAY_MS, { status: "in_progress" }),
		],
	},
	{
		name: "Noor Haddad",
		email: "noor@visitor.example",
		topic: "Bug",
		message:
			"Since the last update the reminders come an hour late. I live in Lisbon, if that matters.",
		ago: 1 * DAY_MS,
		acts: [],
	},
	{
		name: "Amélie Laurent",
		email: "amelie@visitor.example",
		topic: "Idea",
		message: "Could I sort the plants by room? I have forty by now, and the list gets long.",
		ago: 10 * MINUTE_MS,
		acts: [
			answer(
				5 * MINUTE_MS,
				"A good idea, and not a big one. Would you give every plant a room, or only some of them?",
			),
		],
	},
	{
		name: "Piet Jansen",
		email: "piet@visitor.example",
		topic: "Question",
		message: "Does the full version work on my tablet too, or do I have to buy it again?",
		ago: 2 * HOUR_MS,
		acts: null,
	},
];

/** Sends the form as each visitor did, and tells each story once. */
export async function fillConversations(owner: UserAccess, form: DemoForm): Promise<void> {
	for (const { acts, ...story } of STORIES) {
		await at(story.ago, () => submit(form, story));
		const conversation = acts && (await openMailedLink(story.email));
		if (!conversation) continue;
		for (const { after, run } of acts) await at(story.ago - after, () => run(conversation, owner));
	}
}

/** Sends the form. A repeat is the same submission. */
async function submit(form: DemoForm, story: Omit<Story, "acts">): Promise<void> {
	const answers = [story.name, story.email, story.topic, story.message];
	const values = new Map(form.fields.map(({ id }, index) => [id, answers[index] ?? ""]));
	const checked = checkAnswers(form.fields, values);
	if (!checked.ok) throw new Error("The demo's form doesn't take the demo's answers.");
	await submitForm(form, checked.value, {
		question: { id: `demo ${story.email}`, expiresAt: later(clock.now(), 400 * DAY_MS) },
		clientAddress: story.email,
	});
}

/** Starts a conversation. Returns null when an earlier run started it. */
async function openMailedLink(email: string): Promise<Conversation | null> {
	const link = await mailedLink(email, "/verify-submission");
	const id = link.get("id") ?? "";
	const token = await verifySubmission(id, link.get("token") ?? "");
	return token === null ? null : { id, token };
}

function answer(after: number, message: string): Act {
	const run: Act["run"] = async ({ id }, owner) =>
		writeAsOwner(await answererOf(owner, id), { message, requestId: crypto.randomUUID() });
	return { after, run };
}

function say(after: number, message: string): Act {
	const run: Act["run"] = async ({ token }) => {
		const visitor = await accessByToken(token);
		if (!visitor) throw new Error("The demo's conversation does not open.");
		await writeAsVisitor(visitor, { message, requestId: crypto.randomUUID() });
	};
	return { after, run };
}

function note(after: number, text: string): Act {
	const run: Act["run"] = async ({ id }, owner) =>
		writeNote(await answererOf(owner, id), { text, requestId: crypto.randomUUID() });
	return { after, run };
}

function describe(after: number, details: Partial<SubmissionDetails>): Act {
	const run: Act["run"] = async ({ id }, owner) =>
		updateSubmission(await answererOf(owner, id), { ...DETAILS, ...details });
	return { after, run };
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
};
