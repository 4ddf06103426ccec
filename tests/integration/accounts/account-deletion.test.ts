import { setImmediate } from "node:timers/promises";
import Database from "better-sqlite3";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import {
	deleteAccount,
	deletionReceipt,
	wasDeleted,
} from "#app/accounts/account-deletion.server.ts";
import { eraseAccount } from "#app/accounts/account-erasure.server.ts";
import { saveAccountName } from "#app/accounts/account-name/account-name.server.ts";
import { confirmEmailChange } from "#app/accounts/email-change.server.ts";
import { createEmailLink } from "#app/accounts/email-link.server.ts";
import { accessForSession } from "#app/accounts/session.server.ts";
import { FAILED_SIGN_INS } from "#app/accounts/sign-in-throttle.server.ts";
import {
	resolveApp,
	resolveDocument,
	resolveForm,
	resolveOldDocument,
	resolveOldForm,
} from "#app/addresses/address.server.ts";
import { liftSuspension, suspendUser } from "#app/admin/administration.server.ts";
import { sendAgain } from "#app/admin/outbox-administration.server.ts";
import { renameApp, trashApp } from "#app/apps/app.server.ts";
import { listApps } from "#app/apps/app-list.sql.ts";
import { restoreApp } from "#app/apps/app-restoration.server.ts";
import { writeAsOwner } from "#app/conversations/conversation.server.ts";
import { accessByToken, accessToAnswer } from "#app/conversations/conversation-access.server.ts";
import {
	extendSession,
	readExtension,
	requestSession,
} from "#app/conversations/conversation-session.server.ts";
import { deleteSubmissions } from "#app/conversations/inbox/bulk.server.ts";
import { saveReply } from "#app/conversations/saved-reply.server.ts";
import { readVerification, verifySubmission } from "#app/conversations/submission.server.ts";
import { updateSubmission } from "#app/conversations/submission-details.server.ts";
import { takeStep } from "#app/forms/visitor-form.server.ts";
import { clock } from "#app/platform/clock.server.ts";
import { db, transaction } from "#app/platform/db/db.server.ts";
import { env } from "#app/platform/env/env.server.ts";
import { forgetOldLimits } from "#app/platform/limits/limits.server.ts";
import { composeEmail } from "#app/platform/mail/email.ts";
import { enqueueMail, forgetOldMail } from "#app/platform/mail/outbox.server.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { DAY_MS, later } from "#app/platform/time.ts";
import { eraseClosedAccounts, sendDueMail } from "../../kit/jobs.ts";
import { mailedToken, mailTo } from "../../kit/mailed.ts";
import { databaseBytes, readDatabase } from "../../kit/read-database.ts";
import { refusalOf } from "../../kit/refusal.ts";
import { everyRowOf, rowsOf, withoutChange } from "../../kit/rows.ts";
import { stopClock } from "../../kit/stop-clock.ts";
import { createAdmin } from "../../kit/world/admin.ts";
import { createApp } from "../../kit/world/app.ts";
import {
	createConversation,
	filledIn,
	mailedLink,
	submitForm,
} from "../../kit/world/conversation.ts";
import { createDocument } from "../../kit/world/document.ts";
import { createContactForm, openForm } from "../../kit/world/form.ts";
import { createFailedMail } from "../../kit/world/mail.ts";
import {
	askToReset,
	confirmWith,
	createUser,
	PASSWORD,
	signInTo,
	signUpAs,
	type TestUser,
} from "../../kit/world/user.ts";

/** The mail of this test has somewhere to go, before the app is loaded. */
const mailbox = await vi.hoisted(async () => (await import("../../kit/mailbox.ts")).startMailbox());

afterAll(() => mailbox.stop());

const INVALID = "Invalid email or password. Please check your credentials and try again.";
const APP_GONE = "This app was taken down by its developer.";
const LAST =
	"You are the last super admin, so nothing was deleted. Please make another account a super admin first, under Users in the admin area.";
/** More than one answer erases. */
const MANY = 3_000;

beforeEach(() => {
	stopClock();
});

function remove(user: TestUser): Promise<void> {
	return deleteAccount(user, { current_password: PASSWORD });
}

/** An owner of an app with a document, a form, a conversation and a saved reply. */
async function createOwner() {
	const user = await createUser();
	const app = await createApp(user, "Pocket Garden");
	const document = await createDocument(app);
	const form = await createContactForm(app);
	const talk = await createConversation(app, form);
	await saveReply(user, { title: "Thanks", text: "Thank you." });
	return { user, app, document, form, talk };
}

type Owner = Awaited<ReturnType<typeof createOwner>>;

/** Gives the form more submissions than are erased before the answer. */
async function addMany({ user, app, form }: Owner): Promise<void> {
	const now = clock.now();
	await transaction((tx) =>
		tx.submission.createMany({
			data: Array.from({ length: MANY }, (_, n) => ({
				formId: form.id,
				appId: app.appId,
				userId: user.userId,
				email: `v${n}@example.com`,
				name: "",
				answers: "[]",
				createdAt: now,
				updatedAt: now,
				lastActivityAt: now,
			})),
		}),
	);
}

/**
 * Every row that names the account or something of it, but for the ledger, mails, old sums, and what
 * administrators did, which is kept for good.
 */
function leftOf({ user, app, document, form, talk }: Owner): unknown[] {
	const ids = [user.userId, app.appId, document.id, form.id, talk.id];
	return everyRowOf(ids, ["Alias", "OutboxMail", "AnsweredQuestion", "AuditEntry"]);
}

async function expectClosed({ user, app, document, form, talk }: Owner): Promise<void> {
	const account = user.accountName ?? "";
	const gone = { outcome: "gone" };
	expect(await resolveApp(account, "pocket-garden")).toEqual({ ...gone, text: APP_GONE });
	expect(await resolveDocument(account, "pocket-garden", document.slug)).toMatchObject(gone);
	expect(await resolveForm(account, "pocket-garden", form.slug)).toMatchObject(gone);
	expect(await resolveOldDocument(app.appId, document.slug)).toMatchObject(gone);
	expect(await resolveOldForm(app.appId, form.id)).toEqual({
		outcome: "gone",
		text: "This form was taken down by its developer.",
	});
	expect(await accessByToken(talk.token)).toBeNull();
	const administrator = await createUser({ adminRole: "super_admin" });
	expect(await accessToAnswer(administrator, talk.id)).toBeNull();
	expect(await accessForSession(user.token)).toBeNull();
	expect((await refusalOf(signInTo(user))).message).toBe(INVALID);
}

describe("a deleted account", () => {
	test("leaves nothing behind but the ledger of its addresses", async () => {
		const owner = await createOwner();
		await askToReset(owner.user.email);
		await remove(owner.user);
		expect(leftOf(owner)).toEqual([]);
		const ledger = rowsOf("Alias", owner.user.userId);
		expect(ledger.map(({ kind, targetId }) => [kind, targetId]).sort()).toEqual([
			["account", owner.user.userId],
			["app", owner.app.appId],
		]);
		await expectClosed(owner);
	});

	test("leaves its address and its visitors' in no byte of the file, 30 days later", async () => {
		const advance = stopClock();
		const { user, app, talk } = await createOwner();
		const admin = await createAdmin();
		await suspendUser(admin, user.userId, "Spam");
		await liftSuspension(admin, user.userId, "It was a mistake");
		await trashApp(user, app.appId);
		await restoreApp(admin, app.appId);
		for (const { email } of [user, talk]) await sendAgain(admin, await createFailedMail(email));
		const visitors = await db.submission.findMany({ where: { id: talk.id } });
		const earlier = user.email;
		user.email = `later-${earlier}`;
		const change = { newEmail: user.email };
		await confirmEmailChange(
			await transaction((tx) => createEmailLink(tx, user.userId, "email", change)),
		);
		const addresses = [earlier, user.email, ...visitors.map(({ email }) => email)];
		expect(addresses.filter((one) => databaseBytes().includes(one))).toEqual(addresses);
		await remove(user);
		await eraseClosedAccounts();
		await sendDueMail();
		advance(30 * DAY_MS + 1);
		for (const forget of [forgetOldMail, forgetOldLimits]) await forget();
		new Database(env.databaseFile).pragma("wal_checkpoint(TRUNCATE)");
		expect(addresses.filter((one) => databaseBytes().includes(one))).toEqual([]);
	});

	test("leaves its address in no entry about a conversation that its owner had deleted", async () => {
		const admin = await createAdmin();
		const user = await createUser();
		// Addresses that hold the account's, or that it holds, are somebody else's.
		const others = [`${user.email}.uk`, `a-${user.email}`];
		const entries = new Map<string, string>();
		for (const email of [user.email, ...others]) {
			const owner = email === user.email ? user : await createUser({ email });
			const app = await createApp(owner);
			const { id } = await createConversation(app, await createContactForm(app));
			const access = await accessToAnswer(admin, id);
			if (!access) throw new Error("There is no such conversation");
			const reply = { message: "Hello.", requestId: crypto.randomUUID() };
			await writeAsOwner(access, reply);
			const details = { status: "closed", priority: "high", notes: "" } as const;
			await updateSubmission(access, { ...details, tags: [] });
			await deleteSubmissions(owner, [id]);
			entries.set(email, id);
		}
		await remove(user);
		for (const [email, id] of entries) {
			const owner = email === user.email ? "the deleted account" : email;
			expect(rowsOf("AuditEntry", id).map(({ summary }) => summary)).toEqual([
				expect.stringContaining(` on behalf of ${owner}.`),
				expect.stringContaining(` on behalf of ${owner}: `),
			]);
		}
	});

	test("is closed whole while the rows of a large one are still there, and then erased", async () => {
		const owner = await createOwner();
		await addMany(owner);
		const session = await mailSession(owner);
		await remove(owner.user);
		expect(rowsOf("Submission", owner.user.userId).length).toBeGreaterThan(1_000);
		expect(rowsOf("App", owner.user.userId)).toHaveLength(1);
		await expectClosed(owner);
		expect(await readExtension(session.id, session.token)).toBe("unknown");
		expect(await extendSession(session.id, session.token)).toBeNull();

		// As after a restart.
		await eraseClosedAccounts();
		expect(leftOf(owner)).toEqual([]);
		await expectClosed(owner);
		expect(await eraseClosedAccounts()).toBe(0);
	});

	test("is erased in transactions that others come between, timers and sockets too", async () => {
		const owner = await createOwner();
		await addMany(owner);
		await remove(owner.user);
		const order: string[] = [];
		const erasing = eraseAccount(owner.user.userId).then(() => order.push("erased"));
		await Promise.all([
			transaction((tx) => tx.user.count()).then(() => order.push("a transaction")),
			setImmediate().then(() => order.push("an event")),
		]);
		await erasing;
		expect(order.at(-1)).toBe("erased");
		expect(order).toHaveLength(3);
	});

	test("stops being erased when the process stops, and goes on later", async () => {
		const owner = await createOwner();
		await addMany(owner);
		await remove(owner.user);
		const before = rowsOf("Submission", owner.user.userId).length;
		// A process that stops waits for one run.
		expect(await eraseClosedAccounts({ runs: 1 })).toBe(1);
		const after = rowsOf("Submission", owner.user.userId).length;
		expect(after).toBeLessThan(before);
		expect(after).toBeGreaterThan(0);
		await eraseClosedAccounts();
		expect(leftOf(owner)).toEqual([]);
	});

	test("takes a conversation with thousands of messages along", async () => {
		const owner = await createOwner();
		await transaction((tx) =>
			tx.message.createMany({
				data: Array.from({ length: 5_000 }, () => ({
					submissionId: owner.talk.id,
					senderType: "user",
					message: "Again.",
					requestId: crypto.randomUUID(),
					createdAt: clock.now(),
				})),
			}),
		);
		await remove(owner.user);
		expect(leftOf(owner)).toEqual([]);
	});

	test("leaves every other account as it was", async () => {
		const [owner, other] = [await createOwner(), await createOwner()];
		const before = leftOf(other);
		const search = readDatabase().SubmissionSearch?.length ?? 0;
		await remove(owner.user);
		expect(leftOf(other)).toEqual(before);
		expect(readDatabase().SubmissionSearch?.length ?? 0).toBe(Math.max(search - 1, 0));
		expect(await resolveApp(other.user.accountName ?? "", "pocket-garden")).toMatchObject({
			outcome: "found",
		});
		expect(await accessByToken(other.talk.token)).not.toBeNull();
	});

	test("keeps its earlier addresses gone, and a trashed app's", async () => {
		const owner = await createOwner();
		const { user, app, document } = owner;
		await renameApp(app, "Window Garden");
		const trashed = await createApp(user, "Tide Clock");
		const { slug } = await createDocument(trashed);
		await trashApp(user, trashed.appId);
		await saveAccountName(user, `renamed-${user.accountName}`);
		await remove(user);
		for (const account of [user.accountName ?? "", `renamed-${user.accountName}`]) {
			for (const name of ["pocket-garden", "window-garden", "tide-clock"]) {
				expect((await resolveDocument(account, name, document.slug)).outcome).toBe("gone");
			}
		}
		expect((await resolveOldDocument(trashed.appId, slug)).outcome).toBe("gone");
		expect((await resolveOldDocument(crypto.randomUUID(), slug)).outcome).toBe("missing");
		expect((await resolveOldForm(crypto.randomUUID(), owner.form.id)).outcome).toBe("missing");
	});

	test("frees its address for a new account, which starts empty", async () => {
		const { user } = await createOwner();
		for (let failure = 1; failure < FAILED_SIGN_INS.free; failure += 1) {
			await refusalOf(signInTo(user, "wrong"));
		}
		await remove(user);
		await signUpAs(user.email, { password: "another password" });
		const token = await confirmWith(await mailedToken(user.email), "another password");
		const access = await accessForSession(token ?? "");
		expect(access).toMatchObject({ email: user.email, accountName: null, adminRole: null });
		expect(access?.userId).not.toBe(user.userId);
		expect(access && (await listApps(access))).toEqual([]);
	});

	test("gives its account names to nobody, also not to the new holder of its address", async () => {
		const { user } = await createOwner();
		const names = [user.accountName ?? "", `renamed-${user.accountName}`];
		await saveAccountName(user, names[1] ?? "");
		await remove(user);
		const heir = await createUser({ email: user.email, accountName: null });
		for (const name of names) {
			expect(await refusalOf(saveAccountName(heir, name))).toMatchObject({ field: "account_name" });
		}
	});
});

describe("mail", () => {
	test("says at the earlier address that the account is gone, and nothing else is sent", async () => {
		const owner = await createOwner();
		const { user, talk, form, app } = owner;
		const waiting = await submitForm(app, form);
		await requestSession(talk.visitor);
		await askToReset(user.email);
		await remove(user);
		expect(await mailTo(user.email)).toMatchObject([{ subject: "Your account was deleted" }]);
		expect(await mailTo(talk.email)).toEqual([]);
		expect(await mailTo(waiting.email)).toEqual([]);
	});

	test("of other accounts still leaves", async () => {
		const [owner, other] = [await createOwner(), await createOwner()];
		await requestSession(other.talk.visitor);
		const before = await mailTo(other.talk.email);
		await remove(owner.user);
		expect(await mailTo(other.talk.email)).toEqual(before);
	});

	test("that was dropped while the worker had it is no fault", async () => {
		const { user } = await createOwner();
		while ((await sendDueMail()) > 0);
		await transaction((tx) =>
			enqueueMail(tx, {
				dedupeKey: crypto.randomUUID(),
				kind: "test",
				to: user.email,
				email: composeEmail({ subject: "Hello", paragraphs: [] }),
			}),
		);
		await Promise.all([sendDueMail(), remove(user)]);
		while ((await sendDueMail()) > 0);
		const mails = rowsOf("OutboxMail", user.email);
		expect(mails.length).toBeGreaterThan(0);
		expect(mails.filter(({ sentAt }) => sentAt === null)).toEqual([]);
	});
});

describe("what was under way", () => {
	test("is no submission: neither before the rows are erased nor after", async () => {
		const owner = await createOwner();
		const form = await openForm(owner.app, owner.form.slug);
		const waiting = await submitForm(owner.app, owner.form);
		await addMany(owner);
		await remove(owner.user);
		const refused = { step: "refused", refusal: expect.any(Refusal) };
		const before = rowsOf("Submission", owner.user.userId).length;
		expect(await takeStep(form, filledIn(form))).toMatchObject(refused);
		expect(rowsOf("Submission", owner.user.userId)).toHaveLength(before);
		const { id, token } = waiting.link;
		expect(await readVerification(id, token)).toBe("unknown");
		expect(await verifySubmission(id, token)).toBeNull();
		await eraseClosedAccounts();
		expect(await takeStep(form, filledIn(form))).toMatchObject(refused);
	});

	test("is no session: a sign-in that had checked the password opens nothing", async () => {
		const { user } = await createOwner();
		const signingIn = signInTo(user).catch(() => null);
		await remove(user);
		await signingIn;
		expect(rowsOf("Session", user.userId)).toEqual([]);
	});
});

describe("deleting", () => {
	test("twice at once is one deletion, and once more is the same", async () => {
		const owner = await createOwner();
		await Promise.all([remove(owner.user), remove(owner.user), remove(owner.user)]);
		expect(leftOf(owner)).toEqual([]);
		expect(await mailTo(owner.user.email)).toHaveLength(1);
		await remove(owner.user);
		expect(await mailTo(owner.user.email)).toHaveLength(1);
	});

	test("leaves a receipt that tells of this account alone, once it is deleted", async () => {
		const [user, other] = [await createUser(), await createUser()];
		const receipt = deletionReceipt(user);
		expect(await wasDeleted(receipt)).toBe(false);
		await remove(user);
		expect(await wasDeleted(receipt)).toBe(true);
		expect(await wasDeleted(deletionReceipt(other))).toBe(false);
		const altered = (receipt.startsWith("A") ? "B" : "A") + receipt.slice(1);
		for (const made of ["", "made-up", user.userId, receipt.slice(1), altered]) {
			expect(await wasDeleted(made)).toBe(false);
		}
	});

	test("is refused to the last super admin, and changes nothing", async () => {
		await retireSuperAdmins();
		const root = await createUser({ adminRole: "super_admin" });
		const suspended = await createUser({ adminRole: "super_admin" });
		await setSuspended(suspended, true);
		await createUser({ adminRole: "super_admin", confirmed: false });
		const refusal = await withoutChange(() => refusalOf(remove(root)), ["RateLimit"]);
		expect(refusal).toMatchObject({ message: LAST, status: 409 });
		expect(await accessForSession(root.token)).not.toBeNull();

		await setSuspended(suspended, false);
		await remove(root);
		expect(rowsOf("User", root.userId)).toEqual([]);
		expect(await refusalOf(remove(suspended))).toMatchObject({ message: LAST });
	});

	test("of two super admins at once leaves one", async () => {
		await retireSuperAdmins();
		const both = await Promise.all([1, 2].map(() => createUser({ adminRole: "super_admin" })));
		const results = await Promise.allSettled(both.map((user) => remove(user)));
		expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
		const left = both.flatMap(({ userId }) => rowsOf("User", userId));
		expect(left).toMatchObject([{ adminRole: "super_admin", deletedAt: null }]);
	});

	test("never erases an account that nobody deleted", async () => {
		const { user } = await createOwner();
		expect(await withoutChange(() => eraseAccount(user.userId))).toBe(0);
		expect(await withoutChange(eraseClosedAccounts)).toBe(0);
	});
});

/** Takes the role from every super admin of earlier tests. */
async function retireSuperAdmins(): Promise<void> {
	await transaction((tx) =>
		tx.user.updateMany({ where: { adminRole: "super_admin" }, data: { adminRole: "support" } }),
	);
}

async function setSuspended({ userId }: TestUser, isSuspended: boolean): Promise<void> {
	const suspendedAt = isSuspended ? clock.now() : null;
	await transaction((tx) => tx.user.update({ where: { id: userId }, data: { suspendedAt } }));
}

/** A session link that was mailed to the visitor. */
async function mailSession({ talk }: Owner) {
	stopClock(later(clock.now(), DAY_MS));
	await requestSession(talk.visitor);
	return mailedLink(talk.email);
}
