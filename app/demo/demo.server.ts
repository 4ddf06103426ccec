import { env } from "~/lib/env.server";
import { Refusal } from "~/lib/refusal";
import { DAY_MS, HOUR_MS, later, MINUTE_MS } from "~/lib/time";
import { type AppAccess, accessToApp, type UserAccess } from "~/models/access.server";
import { saveAccountName } from "~/models/account-name.server";
import { grantPlan, grantRole } from "~/models/administration.server";
import { createApp } from "~/models/app.server";
import { writeAsOwner, writeAsVisitor } from "~/models/conversation.server";
import { accessByToken, accessToAnswer } from "~/models/conversation-access.server";
import { publishDocument, readDocument, updateDocument } from "~/models/document.server";
import { publishForm } from "~/models/form.server";
import { findMail, listMail } from "~/models/outbox.server";
import { saveReply } from "~/models/saved-reply.server";
import { accessForSession, signIn } from "~/models/session.server";
import { submitForm, verifySubmission } from "~/models/submission.server";
import { updateSubmission } from "~/models/submission-details.server";
import { readActiveSupportForm } from "~/models/support-form.server";
import { sendToSupport } from "~/models/support-submission.server";
import { confirmEmail, countUsers, dismissGuide, signUp } from "~/models/user.server";
import { checkAnswers } from "~/schemas/answers";
import type { FormField } from "~/schemas/form-rules";
import type { SubmissionDetails } from "~/schemas/submission";
import { clock } from "~/services/clock.server";
import {
	type DemoVisitor,
	EULA_TIDES,
	PRIVACY_GARDEN,
	PRIVACY_LEDGER,
	PRIVACY_TIDES,
	SUPPORT_QUESTION,
	TERMS_GARDEN,
	VISITORS,
} from "./texts.server";

const PASSWORD = "demo-password";
const DEVELOPER = "developer@demo.example";
const FREE = "free@demo.example";
const ADMIN = "admin@demo.example";
const DEVELOPER_NAME = "meadow-apps";

const realNow = clock.now;

export type DemoAccount = { email: string; password: string; what: string };

/**
 * Fills a local database with a developer on Pro, a free account and an administrator, and answers
 * how to sign in. `again` also fills one that has accounts; what the demo has made before is not
 * made twice. Throws an Error that says what is wrong.
 */
export async function fillDemo({ again }: { again: boolean }): Promise<DemoAccount[]> {
	if (env.mode !== "local") {
		throw new Error("The demo is for local mode: APP_URL is set, so this is a hosted database.");
	}
	if (!again && (await countUsers()) > 0) {
		throw new Error(
			"This database has accounts already. To add the demo to it: npm run demo -- --again",
		);
	}
	const today = realNow();
	try {
		await fillDeveloper(today);
		await fillFree(today);
		await at(today, 30 * DAY_MS, () => signUpConfirmed(ADMIN));
		await grantRole(ADMIN, "super_admin");
	} finally {
		clock.now = realNow;
	}
	return [
		{ email: DEVELOPER, password: PASSWORD, what: "a developer on Pro, with three apps" },
		{ email: FREE, password: PASSWORD, what: "an account on Free, with one app" },
		{ email: ADMIN, password: PASSWORD, what: "a super admin of the site" },
	];
}

/** Does something as if it were `ago` milliseconds before `today`. */
function at<T>(today: Date, ago: number, work: () => Promise<T>): Promise<T> {
	clock.now = () => later(today, -ago);
	return work();
}

async function fillDeveloper(today: Date): Promise<void> {
	const then = <T>(ago: number, work: () => Promise<T>) => at(today, ago, work);
	let access = await then(41 * DAY_MS, () => signUpConfirmed(DEVELOPER));
	if (access.accountName === null) {
		await then(41 * DAY_MS, () => saveAccountName(access, DEVELOPER_NAME));
		access = { ...access, accountName: DEVELOPER_NAME };
	}
	await then(40 * DAY_MS, () => dismissGuide(access));
	await then(40 * DAY_MS, () => grantPlan(DEVELOPER, "pro"));

	const garden = await then(39 * DAY_MS, () => openApp(access, "Pocket Garden", "11"));
	const privacy = await then(39 * DAY_MS, () =>
		publish(garden, "Privacy Policy", PRIVACY_GARDEN.replace("90 days", "180 days"), "21"),
	);
	await then(6 * DAY_MS, () => improve(garden, privacy, PRIVACY_GARDEN));
	await then(38 * DAY_MS, () => publish(garden, "Terms of Use", TERMS_GARDEN, "22"));
	const tides = await then(17 * DAY_MS, () => openApp(access, "Tide Table", "12"));
	await then(17 * DAY_MS, () => publish(tides, "Privacy Policy", PRIVACY_TIDES, "23"));
	await then(16 * DAY_MS, () => publish(tides, "End User License Agreement", EULA_TIDES, "24"));
	const ledger = await then(2 * DAY_MS, () => openApp(access, "Ledgerling", "13"));
	await then(2 * DAY_MS, () => publish(ledger, "Privacy Policy", PRIVACY_LEDGER, "25"));

	const form = await then(30 * DAY_MS, () => publishContactForm(garden));
	await then(29 * DAY_MS, () =>
		saveReply(access, {
			title: "Thanks for the report",
			text: "Thank you for writing. We look into it, and you hear from us here within two days.",
		}),
	);
	await fillConversations(today, access, form);
}

/** One conversation in each state. */
async function fillConversations(today: Date, owner: UserAccess, form: DemoForm): Promise<void> {
	const scene = sceneOf(today, owner, form);
	await fillEnded(scene);
	await fillOpen(scene);
	await scene.then(2 * HOUR_MS, () => submit(form, VISITORS.pending));
}

type Scene = ReturnType<typeof sceneOf>;

/** What the people of a conversation do, each at its time. */
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

async function fillFree(today: Date): Promise<void> {
	let access = await at(today, 8 * DAY_MS, () => signUpConfirmed(FREE));
	if (access.accountName === null) {
		await saveAccountName(access, "first-app");
		access = { ...access, accountName: "first-app" };
	}
	const app = await openApp(access, "Bird Diary", "14");
	await publish(app, "Privacy Policy", PRIVACY_LEDGER.replaceAll("Ledgerling", "Bird Diary"), "26");
	await at(today, 6 * HOUR_MS, () => writeToSupport(access));
}

async function writeToSupport(access: UserAccess): Promise<void> {
	const form = await readActiveSupportForm(access);
	if (!form) return;
	const texts: Record<string, string> = { ...SUPPORT_QUESTION, Email: access.email };
	await sendToSupport(access, {
		values: new Map(form.fields.map(({ id, label }) => [id, texts[label] ?? ""])),
		requestId: requestId("31"),
		revision: String(form.revision),
		honeypot: "",
		clientAddress: "192.0.2.1",
	});
}

/** The same for each run, so that what it draws is made once. */
function requestId(number: string): string {
	return `de300000-0000-4000-8000-0000000000${number}`;
}

/** An account whose address is confirmed by the mailed link, as a person would. */
async function signUpConfirmed(email: string): Promise<UserAccess> {
	try {
		await signUp({ email, password: PASSWORD });
		const link = await mailedLink(email, "/auth/confirm");
		return await accessOf(await confirmEmail(link.get("token") ?? ""));
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		// The account is from an earlier run. Anything else is said by signing in, which is now.
		clock.now = realNow;
		return accessOf(await signIn({ email, password: PASSWORD }, "demo"));
	}
}

async function accessOf(token: string | null): Promise<UserAccess> {
	const access = token ? await accessForSession(token) : null;
	if (!access) throw new Error("The demo's account can't be signed in to.");
	return access;
}

/** The query of the newest link of a kind that was mailed to an address; empty where none is kept. */
async function mailedLink(email: string, path: string): Promise<URLSearchParams> {
	for (const { id, recipient } of await listMail()) {
		if (recipient !== email) continue;
		const text = (await findMail(id))?.text ?? "";
		const [url] = text.match(/https?:\/\/\S+/g)?.filter((one) => one.includes(`${path}?`)) ?? [];
		if (url) return new URL(url).searchParams;
	}
	return new URLSearchParams();
}

async function openApp(access: UserAccess, name: string, number: string): Promise<AppAccess> {
	const { id } = await createApp(access, { name, request_id: requestId(number) });
	const app = await accessToApp(access, id);
	if (!app) throw new Error(`${name} is in the trash. Please restore it first.`);
	return app;
}

async function publish(
	app: AppAccess,
	title: string,
	content: string,
	number: string,
): Promise<string> {
	const { id } = await publishDocument(app, { title, content, request_id: requestId(number) });
	return id;
}

/** A second version, unless somebody has changed the document since. */
async function improve(app: AppAccess, documentId: string, content: string): Promise<void> {
	const document = await readDocument(app, documentId);
	if (document?.revision !== 1) return;
	await updateDocument(app, documentId, { title: document.title, content, revision: 1 });
}

type DemoForm = Parameters<typeof submitForm>[0] & { fields: FormField[] };

async function publishContactForm(app: AppAccess): Promise<DemoForm> {
	const field = (number: string, rest: Partial<FormField>): FormField => ({
		id: requestId(number),
		type: "text",
		label: "",
		placeholder: "",
		required: true,
		options: [],
		...rest,
	});
	const fields = [
		field("41", { label: "Name" }),
		field("42", { label: "Email", type: "email" }),
		field("43", {
			label: "What is it about?",
			type: "select",
			options: ["Bug", "Idea", "Question", "Refund"],
		}),
		field("44", { label: "Message", type: "textarea", placeholder: "What happened, and when?" }),
	];
	const { id } = await publishForm(app, {
		title: "Pocket Garden Support",
		description: "Tell us what is wrong or what is missing. A person reads it.",
		fields,
		request_id: requestId("31"),
	});
	return { id, appId: app.appId, userId: app.userId, app: { name: app.app.name }, fields };
}

/** Sends the form as a visitor does; again it is the same submission. */
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

/** A conversation that begins now: its id and token, or null where it was begun before. */
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
