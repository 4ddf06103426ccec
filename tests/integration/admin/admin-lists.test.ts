import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { suspendUser } from "#app/admin/administration.server.ts";
import { listActs } from "#app/admin/audit.server.ts";
import { listContent, searchContent } from "#app/admin/content-administration.server.ts";
import { readDatabaseState } from "#app/admin/database-state.server.ts";
import { readOutbox, sendAgain, sendAllAgain } from "#app/admin/outbox-administration.server.ts";
import {
	listUsers,
	readAppOf,
	readUser,
	searchUsers,
} from "#app/admin/user-administration.server.ts";
import { renameApp, trashApp } from "#app/apps/app.server.ts";
import { listWebhooks } from "#app/billing/stripe-event.server.ts";
import { updateDocument } from "#app/documents/document.server.ts";
import { deleteDocument } from "#app/documents/document-deletion.server.ts";
import { clock } from "#app/platform/clock.server.ts";
import { db, transaction } from "#app/platform/db/db.server.ts";
import { readKeyset } from "#app/platform/db/keyset.ts";
import { HOUR_MS } from "#app/platform/time.ts";
import { sendDueMail } from "../../kit/jobs.ts";
import { stopClock } from "../../kit/stop-clock.ts";
import { createAdmin, type TestAdmin } from "../../kit/world/admin.ts";
import { createApp } from "../../kit/world/app.ts";
import { createConversation } from "../../kit/world/conversation.ts";
import { storeCustomer, storeEvent } from "../../kit/world/customer.ts";
import { createDocument } from "../../kit/world/document.ts";
import { createContactForm } from "../../kit/world/form.ts";
import { createFailedMail, enqueueLetter } from "../../kit/world/mail.ts";
import { createUser } from "../../kit/world/user.ts";

/** The mail of this test has somewhere to go, before the app is loaded. */
const mailbox = await vi.hoisted(async () => (await import("../../kit/mailbox.ts")).startMailbox());

afterAll(() => mailbox.stop());

let admin: TestAdmin;

beforeAll(async () => {
	admin = await createAdmin();
});

function keyset(mark: string | null) {
	return readKeyset(new URL(`http://localhost/?${new URLSearchParams({ before: mark ?? "" })}`));
}

describe("users", () => {
	test("are listed newest first, page by page, each once, also where they came at one moment", async () => {
		stopClock(new Date("2035-01-01T00:00:00.000Z"));
		const made = await Promise.all(Array.from({ length: 60 }, () => createUser()));
		const first = await listUsers(admin, null);
		const second = await listUsers(admin, keyset(first.next));
		const ids = [...first.users, ...second.users].map(({ id }) => id);
		expect(first.users).toHaveLength(50);
		expect(new Set(ids.slice(0, 60))).toEqual(new Set(made.map(({ userId }) => userId)));
		expect(new Set(ids).size).toBe(ids.length);
	});

	test("a mark that can't be read begins at the beginning", async () => {
		for (const mark of ["", "nonsense", "2026-99-99T00:00:00.000Z_x", "2026-01-01T00:00:00.000Z"]) {
			expect(keyset(mark)).toBeNull();
		}
	});

	test("are found by the beginning of the address, the account name, and the id", async () => {
		const one = await createUser({ email: "anna.kovacs@garden.example", accountName: "kovacs" });
		const two = await createUser({ email: "anna.kovacsne@garden.example" });
		const found = async (query: string) => {
			const { users } = await searchUsers(admin, { query, after: null });
			return users.map(({ id }) => id);
		};
		expect(await found("anna.kovacs")).toEqual([one.userId, two.userId]);
		expect(await found("  Anna.KOVACS@garden.example ")).toEqual([one.userId]);
		expect(await found("kovacs")).toEqual([one.userId]);
		expect(await found(one.userId)).toEqual([one.userId]);
		expect(await found("garden.example")).toEqual([]);
		expect(await found("anna%")).toEqual([]);
	});

	test("a search of many is paged by address", async () => {
		for (let n = 0; n < 53; n += 1) {
			// The last one's account name is found, too.
			const accountName = n === 52 ? "many-" : undefined;
			await createUser({ email: `many-${100 + n}@x.example`, accountName });
		}
		const first = await searchUsers(admin, { query: "many-", after: null });
		const second = await searchUsers(admin, { query: "many-", after: first.next });
		expect([first.users.length, second.users.length, second.next]).toEqual([51, 2, null]);
		expect(first.users[0]?.email).toBe("many-152@x.example");
		expect(second.users[0]?.email).toBe("many-150@x.example");
	});

	test("one is shown with plan, apps, sessions, submissions and mails", async () => {
		const owner = await createUser();
		const app = await createApp(owner, "Pocket Garden");
		const gone = await createApp(owner, "Window Garden");
		await createDocument(app);
		await createConversation(app, await createContactForm(app));
		await trashApp(owner, gone.appId);
		await createFailedMail(owner.email);
		const user = await readUser(admin, owner.userId);
		const { email } = owner;
		const plan = { planName: "Pro", grantedPlan: "pro", paid: null };
		expect(user).toMatchObject({ email, ...plan, sessions: 1, submissions: 1 });
		expect(user?.apps).toMatchObject([
			{ name: "Window Garden", documents: 0, path: null },
			{ name: "Pocket Garden", documents: 1, forms: 1, deletedAt: null },
		]);
		expect(user?.apps[1]?.path).toBe(`/${owner.accountName}/pocket-garden`);
		const lastError = "The mailbox is not there.";
		expect(user?.mails[0]).toMatchObject({ state: "Failed", lastError });
		expect(await readUser(admin, crypto.randomUUID())).toBeNull();
	});
});

test("an app behind the newest hundred can still be named, and its account says how many there are", async () => {
	const owner = await createUser({ plan: "pro" });
	const oldest = await createApp(owner, "Pocket Garden");
	await trashApp(owner, oldest.appId);
	const now = new Date("2035-03-01T00:00:00.000Z");
	await transaction((tx) =>
		tx.app.createMany({
			data: Array.from({ length: 100 }, (_, n) => ({
				...{ userId: owner.userId, name: `App ${n}`, nameKey: `app ${n}`, slug: `app-${n}` },
				...{ requestId: `request ${n}`, createdAt: now, updatedAt: now },
			})),
		}),
	);
	const user = await readUser(admin, owner.userId);
	expect(user?.apps).toHaveLength(100);
	expect(user?.appCount).toBe(101);
	const found = { name: "Pocket Garden", ownerEmail: owner.email, isInTrash: true };
	expect(await readAppOf(admin, owner.userId, oldest.appId)).toEqual(found);
	const other = await createUser();
	expect(await readAppOf(admin, other.userId, oldest.appId)).toBeNull();
	expect(await readAppOf(admin, owner.userId, "unknown")).toBeNull();
});

describe("content", () => {
	test("is listed newest first, without what is deleted, with owner, address and size", async () => {
		const move = stopClock(new Date("2035-02-01T00:00:00.000Z"));
		const app = await createApp(await createUser(), "Pocket Garden");
		const older = await createDocument(app, { title: "Terms of Use", content: "é".repeat(600) });
		move(HOUR_MS);
		const deleted = await createDocument(app, { title: "Notice" });
		await deleteDocument(app, deleted.id);
		const newer = await createDocument(app, { title: "Privacy Policy" });
		const form = await createContactForm(app, { title: "Bug report" });
		const { rows } = await listContent(admin, "documents", null);
		expect(rows.slice(0, 2).map(({ id }) => id)).toEqual([newer.id, older.id]);
		expect(rows[1]).toMatchObject({
			title: "Terms of Use",
			appName: "Pocket Garden",
			email: app.email,
			size: "1.2 kB",
			path: older.path,
		});
		const forms = await listContent(admin, "forms", null);
		expect(forms.rows[0]).toMatchObject({ title: "Bug report", size: "3 fields", path: form.path });
	});

	test("of a suspended account or an app in the trash has no address", async () => {
		const [owner, other] = [await createUser(), await createUser()];
		const app = await createApp(owner);
		const trashed = await createApp(other);
		const document = await createDocument(app, { title: "Suspended Notice" });
		await createDocument(trashed, { title: "Suspended Notice" });
		const open = await searchContent(admin, "documents", document.path);
		expect(open.rows[0]?.path).toBe(document.path);
		await suspendUser(admin, owner.userId, "Spam");
		await trashApp(other, trashed.appId);
		const { rows } = await searchContent(admin, "documents", "Suspended Notice");
		expect(rows.map(({ path }) => path)).toEqual([null, null]);
		expect(rows.map(({ hiddenBy }) => hiddenBy).toSorted()).toEqual(["suspension", "trash"]);
	});

	/** The sorted ids of what a search finds. */
	async function found(kind: "documents" | "forms", query: string) {
		const { rows } = await searchContent(admin, kind, query);
		return rows.map(({ id }) => id).toSorted();
	}

	test("is found by every address that leads to it", async () => {
		const owner = await createUser();
		const app = await createApp(owner, "Desk Garden");
		const { id, path, slug } = await createDocument(app, { title: "Cookie Notice" });
		const form = await createContactForm(app, { title: "Bug report" });
		await updateDocument(app, id, { title: "Cookies", content: "New.", revision: 1 });
		await renameApp(app, "Roof Garden");
		const old = `/doc/${app.appId}`;
		for (const address of [path, `${old}/${slug}`, `${old}/cookies`]) {
			expect([address, await found("documents", address)]).toEqual([address, [id]]);
		}
		for (const address of [form.path, `/form/${app.appId}/${form.id}`]) {
			expect([address, await found("forms", address)]).toEqual([address, [form.id]]);
		}
		expect(await found("documents", `/${owner.accountName}/desk-garden`)).toEqual([id]);
		expect(await found("documents", `${old}/never-there`)).toEqual([]);
	});

	test("is found by the beginning of a title and by address", async () => {
		const owner = await createUser();
		const app = await createApp(owner, "Desk Garden");
		const document = await createDocument(app, { title: "Zebra Privacy Policy" });
		const second = await createDocument(app, { title: "Zebra Privacy Policy" });
		const form = await createContactForm(app, { title: "Zebra crossing" });
		const both = [document.id, second.id].toSorted();
		expect(await found("documents", "zebra PRIVACY")).toEqual(both);
		expect(await found("documents", "Privacy Policy of a zebra")).toEqual([]);
		expect(await found("forms", "zebra")).toEqual([form.id]);
		const address = `https://smallprint.example${document.path}?x=1`;
		expect(await found("documents", address)).toEqual([document.id]);
		expect(await found("documents", `/${owner.accountName}/`)).toEqual(both);
		expect(await found("documents", "/nobody/here")).toEqual([]);
		expect(await found("documents", "?!")).toEqual([]);
	});
});

describe("failed mail", () => {
	test("is sent again, one or all, and stays as it is when it waits or was sent", async () => {
		await transaction((tx) => tx.outboxMail.deleteMany());
		const one = await createFailedMail("one@example.com");
		await createFailedMail("two@example.com");
		await createFailedMail("three@example.com");
		const before = await readOutbox(admin);
		expect(before.failed).toBe(3);
		expect(before.mails.map(({ recipient }) => recipient).toSorted()).toEqual([
			"one@example.com",
			"three@example.com",
			"two@example.com",
		]);
		expect(JSON.stringify(before)).not.toContain("very-secret-token");

		await sendAgain(admin, one);
		await sendAgain(admin, one);
		expect(await readOutbox(admin)).toMatchObject({ waiting: 1, failed: 2 });
		await sendDueMail();
		const after = await readOutbox(admin);
		expect(after).toMatchObject({ waiting: 0, failed: 2, sentToday: before.sentToday + 1 });
		await sendAgain(admin, one);
		expect((await db.outboxMail.findUniqueOrThrow({ where: { id: one } })).sentAt).not.toBeNull();
		expect((await listActs(admin, { targetId: one, before: null })).rows).toHaveLength(1);

		expect(await sendAllAgain(admin)).toBe(2);
		expect(await sendAllAgain(admin)).toBe(0);
		await sendDueMail();
		expect(await readOutbox(admin)).toMatchObject({ waiting: 0, failed: 0 });
		expect((await listActs(admin, { targetId: "all", before: null })).rows).toHaveLength(1);
	});

	test("that waits hours for its next attempt is tried at once, when everything is sent again", async () => {
		await transaction((tx) => tx.outboxMail.deleteMany());
		await enqueueLetter();
		const inHours = new Date(clock.now().getTime() + 5 * HOUR_MS);
		await transaction((tx) =>
			tx.job.updateMany({ where: { kind: "mail" }, data: { dueAt: inHours, attempts: 9 } }),
		);
		await sendDueMail();
		expect(await readOutbox(admin)).toMatchObject({ waiting: 1 });
		expect(await sendAllAgain(admin)).toBe(1);
		const { rows } = await listActs(admin, { targetId: "all", before: null });
		expect(rows[0]?.summary).toBe("Had 1 waiting mail tried at once.");
		await sendDueMail();
		expect(await readOutbox(admin)).toMatchObject({ waiting: 0, failed: 0 });
	});

	test("that waits says why and since when, for each stream", async () => {
		await transaction((tx) => tx.outboxMail.deleteMany());
		await enqueueLetter({ stream: "broadcast" });
		expect((await readOutbox(admin)).delays).toEqual([]);
		const lastError = 'The message stream "notices" is not there.';
		await transaction((tx) => tx.outboxMail.updateMany({ data: { attempts: 1, lastError } }));
		expect(await readOutbox(admin)).toMatchObject({
			waiting: 1,
			delays: [{ stream: "broadcast", reason: lastError, since: expect.any(Date) }],
		});
	});
});

test("webhooks are told with the account that they are about, the newest first, page by page", async () => {
	const owner = await createUser();
	stopClock();
	await storeCustomer(owner, "cus_1");
	for (let n = 0; n < 25; n += 1) {
		const customerId = n % 2 === 0 ? "cus_1" : "cus_of_a_stranger";
		await storeEvent({ id: `evt_${100 + n}`, customerId });
	}
	const first = await listWebhooks(admin, null);
	const second = await listWebhooks(admin, keyset(first.next));
	expect([first.events.length, second.events.length, second.next]).toEqual([20, 5, null]);
	const account = { id: owner.userId, email: owner.email };
	expect(first.events[0]).toMatchObject({ id: "evt_124", account });
	expect(first.events[1]).toMatchObject({ account: null, customerId: "cus_of_a_stranger" });
	expect(second.events.at(-1)?.id).toBe("evt_100");
});

test("the database tells how it stands", async () => {
	const state = await readDatabaseState(admin);
	const replication = { kind: "primary", position: null };
	expect(state).toMatchObject({ journalMode: "wal", replication });
	expect(state.bytes).toBeGreaterThan(100_000);
	expect(state.migrations).toContain("20261121112000_counts");
});
