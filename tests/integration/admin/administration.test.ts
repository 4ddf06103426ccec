import { describe, expect, test } from "vitest";
import { saveAccountName } from "#app/accounts/account-name/account-name.server.ts";
import { accessForSession, signIn } from "#app/accounts/session.server.ts";
import { resolveApp } from "#app/addresses/address.server.ts";
import {
	grantPlan,
	grantRole,
	liftSuspension,
	restore,
	setPlan,
	setRole,
	suspendUser,
} from "#app/admin/administration.server.ts";
import { listActs } from "#app/admin/audit.server.ts";
import { trashApp } from "#app/apps/app.server.ts";
import { restoreApp } from "#app/apps/app-restoration.server.ts";
import { planOf } from "#app/billing/plan.server.ts";
import { writeAsOwner } from "#app/conversations/conversation.server.ts";
import { accessToAnswer, giveReason } from "#app/conversations/conversation-access.server.ts";
import { updateSubmission } from "#app/conversations/submission-details.server.ts";
import { db } from "#app/platform/db/db.server.ts";
import { readKeyset } from "#app/platform/db/keyset.ts";
import { env } from "#app/platform/env/env.server.ts";
import { updateSupportSubmission } from "#app/support/support-desk.server.ts";
import {
	readSupportForm,
	saveSupportForm,
	setSupportFormActive,
} from "#app/support/support-form.server.ts";
import { readDatabase } from "../../kit/read-database.ts";
import { createAdmin } from "../../kit/world/admin.ts";
import { createApp } from "../../kit/world/app.ts";
import { createConversation } from "../../kit/world/conversation.ts";
import { createContactForm } from "../../kit/world/form.ts";
import { createSupportSubmission } from "../../kit/world/support.ts";
import { createUser, PASSWORD, type TestUser } from "../../kit/world/user.ts";

const NOT_YOUR_ROLE = "Your role does not allow this.";

/** What was done to one thing, the newest first, by action. */
async function actsOn(targetId: string): Promise<[string, string][]> {
	const { rows } = await listActs(await createAdmin("super_admin"), { targetId, before: null });
	return rows.map(({ action, actorEmail }) => [action, actorEmail]);
}

/** Expects each to be refused with this text, and that nothing was stored. */
async function expectRefused(text: string, ...works: (() => Promise<unknown>)[]) {
	const before = readDatabase();
	for (const work of works) await expect(work()).rejects.toThrow(text);
	expect(readDatabase()).toEqual(before);
}

const CLOSED = { status: "closed", priority: "normal", notes: "" } as const;
const CLOSED_AT_DESK = { ...CLOSED, tag: "", remove_tag: "" };

function answer(message = "Hello") {
	return { message, requestId: crypto.randomUUID() };
}

async function answererOf(user: TestUser, submissionId: string) {
	const access = await accessToAnswer(user, submissionId);
	if (!access) throw new Error("There is no such conversation");
	return access;
}

/** An account with a visitor who is talking. */
async function createSite() {
	const owner = await createUser();
	const app = await createApp(owner, "Pocket Garden");
	const talk = await createConversation(app, await createContactForm(app));
	return { owner, app, talk };
}

describe("a suspended account", () => {
	test("is signed out, can't sign in, and is told whom to write to", async () => {
		const [admin, owner] = [await createAdmin(), await createUser()];
		await signIn({ email: owner.email, password: PASSWORD }, { clientAddress: "client" });
		await suspendUser(admin, owner.userId, "Spam");
		expect(await accessForSession(owner.token)).toBeNull();
		expect(await db.session.count({ where: { userId: owner.userId } })).toBe(0);
		const right = signIn({ email: owner.email, password: PASSWORD }, { clientAddress: "client" });
		await expect(right).rejects.toThrow(`Please write to ${env.supportEmail}.`);
		const wrong = signIn(
			{ email: owner.email, password: "another horse" },
			{ clientAddress: "client" },
		);
		await expect(wrong).rejects.toThrow("Invalid email or password.");
	});

	test("is found under none of its earlier names either", async () => {
		const [admin, { owner, app }] = [await createAdmin(), await createSite()];
		await saveAccountName(owner, `later-${crypto.randomUUID().slice(0, 8)}`);
		const earlier = owner.accountName ?? "";
		expect((await resolveApp(earlier, app.app.slug)).outcome).toBe("moved");
		await suspendUser(admin, owner.userId, "Spam");
		expect((await resolveApp(earlier, app.app.slug)).outcome).toBe("missing");
	});

	test("gets no answer sent to its visitors, who could not open it", async () => {
		const [admin, { owner, talk }] = [await createAdmin(), await createSite()];
		await suspendUser(admin, owner.userId, "Spam");
		const access = await answererOf(admin, talk.id);
		await expectRefused("The owner's account is suspended", () => writeAsOwner(access, answer()));
	});

	test("is suspended and lifted once, however often it is asked for", async () => {
		const [admin, owner] = [await createAdmin(), await createUser()];
		const suspend = () => suspendUser(admin, owner.userId, "Spam");
		await suspend();
		await suspend();
		const lift = () => liftSuspension(admin, owner.userId, "Sorry");
		await Promise.all([lift(), lift()]);
		expect(await actsOn(owner.userId)).toEqual([
			["lift_suspension", admin.email],
			["suspend_user", admin.email],
		]);
	});
});

describe("roles", () => {
	test("an admin gives plans and restores apps, but no roles", async () => {
		const [admin, owner] = [await createAdmin("admin"), await createUser()];
		const app = await createApp(owner);
		await trashApp(owner, app.appId);
		await setPlan(admin, owner.userId, "pro");
		expect((await planOf(owner)).id).toBe("pro");
		await setPlan(admin, owner.userId, "pro");
		await setPlan(admin, owner.userId, "free");
		expect((await planOf(owner)).id).toBe("free");
		await restoreApp(admin, app.appId);
		await restoreApp(admin, app.appId);
		expect(await actsOn(owner.userId)).toEqual([
			["grant_plan", admin.email],
			["grant_plan", admin.email],
		]);
		expect(await actsOn(app.appId)).toEqual([["restore_app", admin.email]]);
		await expectRefused(NOT_YOUR_ROLE, () => setRole(admin, owner.userId, "support"));
	});

	test("an admin touches no administrator's account, a super admin does", async () => {
		const [admin, root] = [await createAdmin("admin"), await createAdmin("super_admin")];
		const colleague = await createAdmin("support");
		const no = "only a super admin may change";
		for (const { userId } of [root, colleague]) {
			const suspend = () => suspendUser(admin, userId, "Spam");
			await expectRefused(no, suspend, () => setPlan(admin, userId, "pro"));
		}
		await suspendUser(root, colleague.userId, "Left the company");
		await expectRefused(no, () => liftSuspension(admin, colleague.userId, "Back"));
	});

	test("nobody suspends or demotes themselves", async () => {
		const [root, admin] = [await createAdmin("super_admin"), await createAdmin()];
		await createAdmin("super_admin");
		for (const access of [root, admin]) {
			const suspendThemselves = () => suspendUser(access, access.userId, "Spam");
			await expectRefused("You can't suspend yourself.", suspendThemselves);
		}
		const demoteThemselves = () => setRole(root, root.userId, "support");
		await expectRefused("You can't change your own role.", demoteThemselves);
	});

	test("a super admin gives and takes roles, which count at once", async () => {
		const [root, user] = [await createAdmin("super_admin"), await createUser()];
		await setRole(root, user.userId, "support");
		expect((await accessForSession(user.token))?.adminRole).toBe("support");
		await setRole(root, user.userId, null);
		expect((await accessForSession(user.token))?.adminRole).toBeNull();
		expect(await actsOn(user.userId)).toEqual([
			["grant_role", root.email],
			["grant_role", root.email],
		]);
	});

	test("who was demoted or suspended meanwhile may do nothing any more", async () => {
		const root = await createAdmin("super_admin");
		const [demoted, suspended] = [await createAdmin("super_admin"), await createAdmin()];
		const owner = await createUser();
		await setRole(root, demoted.userId, "support");
		await suspendUser(root, suspended.userId, "Left");
		for (const access of [demoted, suspended]) {
			await expectRefused(NOT_YOUR_ROLE, () => suspendUser(access, owner.userId, "Spam"));
		}
	});

	test("whose role was taken meanwhile works at no support desk and in nobody's place", async () => {
		const root = await createAdmin("super_admin");
		const [former, { talk }] = [await createAdmin("admin"), await createSite()];
		const { id, revision } = await createSupportSubmission();
		const form = await readSupportForm(former);
		const answerer = await answererOf(former, talk.id);
		if (!form) throw new Error("An administrator may look at it");
		await setRole(root, former.userId, null);
		const content = {
			title: "Write to me",
			description: "",
			fields: form.fields,
			notification_email: former.email,
			auto_reply_enabled: false,
			auto_reply_template: "",
			revision: form.revision,
		};
		await expectRefused(
			NOT_YOUR_ROLE,
			() => saveSupportForm(former, content),
			() => setSupportFormActive(former, false),
			() => updateSupportSubmission(former, id, { ...CLOSED_AT_DESK, revision }),
			() => writeAsOwner(answerer, answer()),
			() => updateSubmission(answerer, { ...CLOSED, tags: [] }),
			() => giveReason(answerer, "The owner asked for help."),
		);
	});

	test("of two super admins who demote each other at once, one stays", async () => {
		const [one, other] = [await createAdmin("super_admin"), await createAdmin("super_admin")];
		const results = await Promise.allSettled([
			setRole(one, other.userId, null),
			setRole(other, one.userId, null),
		]);
		expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
		const left = [one, other].map(async ({ token }) => (await accessForSession(token))?.adminRole);
		expect((await Promise.all(left)).toSorted()).toEqual([null, "super_admin"].toSorted());
	});
});

describe("the command line", () => {
	test("writes down what it does, under its own name", async () => {
		const owner = await createUser();
		const app = await createApp(owner);
		await trashApp(owner, app.appId);
		await grantPlan(owner.email, "pro");
		await grantRole(owner.email, "support");
		await restore(app.appId);
		expect(await actsOn(owner.userId)).toEqual([
			["grant_role", "command line"],
			["grant_plan", "command line"],
		]);
		expect(await actsOn(app.appId)).toEqual([["restore_app", "command line"]]);
	});

	test("does not take the last super admin away", async () => {
		const others = await db.user.findMany({ where: { adminRole: "super_admin" } });
		const root = await createAdmin("super_admin");
		for (const { email } of others) await grantRole(email, "support");
		await expectRefused("This is the last super admin.", () => grantRole(root.email, "support"));
		await createAdmin("super_admin");
		await grantRole(root.email, "support");
	});
});

describe("in an owner's conversation", () => {
	const reply = answer("We look into it.");
	const notes = "Something private";
	const status = "resolved" as const;
	const details = { ...CLOSED, status, tags: [], notes };

	test("an administrator's answer and changes are written down, once", async () => {
		const [admin, { talk, owner }] = [await createAdmin("support"), await createSite()];
		const access = await answererOf(admin, talk.id);
		await writeAsOwner(access, reply);
		await writeAsOwner(access, reply);
		await updateSubmission(access, details);
		await updateSubmission(access, details);
		const { rows } = await listActs(admin, { targetId: talk.id, before: null });
		expect(rows.map(({ action }) => action)).toEqual(["update_submission", "answer_conversation"]);
		expect(rows[0]?.summary).toContain("status from new to resolved, public notes");
		for (const { actorEmail, summary } of rows) {
			expect(actorEmail).toBe(admin.email);
			expect(summary).toContain(owner.email);
			// What people wrote, and who the visitor is, has no place in a log that is kept for good.
			for (const text of [talk.email, reply.message, notes]) {
				expect(summary).not.toContain(text);
			}
		}
	});

	test("the owner's own are nobody's business", async () => {
		const { talk, owner } = await createSite();
		const access = await answererOf(owner, talk.id);
		await writeAsOwner(access, reply);
		await updateSubmission(access, details);
		expect(await actsOn(talk.id)).toEqual([]);
	});
});

test("the log is paged, and nothing is in two pages or in none", async () => {
	const [root, owner] = [await createAdmin("super_admin"), await createUser()];
	for (let n = 0; n < 30; n += 1) {
		await suspendUser(root, owner.userId, `Reason ${n}`);
		await liftSuspension(root, owner.userId, `Reason ${n}`);
	}
	const first = await listActs(root, { targetId: owner.userId, before: null });
	const second = await listActs(root, {
		targetId: owner.userId,
		before: readKeyset(new URL(`http://localhost/?before=${first.next}`)),
	});
	expect([first.rows.length, second.rows.length, second.next]).toEqual([50, 10, null]);
	const summaries = [...first.rows, ...second.rows].map(({ id }) => id);
	expect(new Set(summaries).size).toBe(60);
});
