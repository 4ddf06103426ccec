import { beforeAll, describe, expect, test } from "vitest";
import { listActivity } from "#app/admin/activity.server.ts";
import { grantPlan, restore } from "#app/admin/administration.server.ts";
import { readAnalytics } from "#app/admin/analytics.server.ts";
import { trashApp } from "#app/apps/app.server.ts";
import { verifySubmission } from "#app/conversations/submission.server.ts";
import { deleteDocument } from "#app/documents/document-deletion.server.ts";
import { deleteForm } from "#app/forms/form.server.ts";
import { db, transaction } from "#app/platform/db/db.server.ts";
import { env } from "#app/platform/env/env.server.ts";
import { DAY_MS, HOUR_MS } from "#app/platform/time.ts";
import { stopClock } from "../../kit/stop-clock.ts";
import { createAdmin, type TestAdmin } from "../../kit/world/admin.ts";
import { createApp } from "../../kit/world/app.ts";
import { createConversation, submitForm } from "../../kit/world/conversation.ts";
import { storeEvent } from "../../kit/world/customer.ts";
import { createDocument } from "../../kit/world/document.ts";
import { createContactForm } from "../../kit/world/form.ts";
import { createUser } from "../../kit/world/user.ts";

let admin: TestAdmin;

beforeAll(async () => {
	admin = await createAdmin();
});

/** The counts that the analytics show, which are what the tables themselves hold. */
async function counted() {
	const { figures, subscriptions } = await readAnalytics(admin, "30d");
	const totals = Object.fromEntries(
		Object.entries(figures).map(([name, { total }]) => [name, total]),
	) as Record<keyof typeof figures, number>;
	const live = { deletedAt: null };
	const inLiveApp = { ...live, app: live };
	expect(totals).toEqual({
		users: await db.user.count({ where: live }),
		apps: await db.app.count({ where: live }),
		documents: await db.document.count({ where: inLiveApp }),
		forms: await db.form.count({ where: inLiveApp }),
		submissions: await db.submission.count({ where: { verifiedAt: { not: null } } }),
	});
	const status = { in: ["active", "trialing", "past_due"] };
	expect(subscriptions.active).toBe(await db.subscription.count({ where: { status } }));
	return { ...totals, subscriptions };
}

describe("the counts stay true", () => {
	test("when things are made, deleted, trashed and erased", async () => {
		const before = await counted();
		const owner = await createUser();
		const app = await createApp(owner);
		const document = await createDocument(app);
		await createDocument(app, { title: "Terms" });
		const form = await createContactForm(app);
		await createContactForm(app);
		await submitForm(app, form);
		const talk = await submitForm(app, form);
		await verifySubmission(talk.id, talk.link.token);
		const made = await counted();
		expect(made).toMatchObject({
			users: before.users + 1,
			apps: before.apps + 1,
			documents: before.documents + 2,
			forms: before.forms + 2,
			submissions: before.submissions + 1,
		});

		await deleteDocument(app, document.id);
		await deleteDocument(app, document.id);
		await deleteForm(app, form.id);
		const deleted = await counted();
		expect(deleted).toMatchObject({ documents: made.documents - 1, forms: made.forms - 1 });

		// What is in the app goes into the trash with it, and comes back with it.
		await trashApp(owner, app.appId);
		expect(await counted()).toMatchObject({
			users: made.users,
			apps: made.apps - 1,
			documents: before.documents,
			forms: before.forms,
			submissions: made.submissions,
		});
		await restore(app.appId);
		expect(await counted()).toEqual(deleted);

		await transaction((tx) =>
			tx.user.update({ where: { id: owner.userId }, data: { deletedAt: new Date() } }),
		);
		expect((await counted()).users).toBe(before.users);
		await transaction((tx) => tx.user.delete({ where: { id: owner.userId } }));
		const { subscriptions: _, ...figures } = before;
		expect(await counted()).toMatchObject(figures);
	});

	test("when what is in the trash changes and is erased there", async () => {
		const before = await counted();
		const owner = await createUser();
		const app = await createApp(owner);
		const document = await createDocument(app);
		await createDocument(app, { title: "Terms" });
		const form = await createContactForm(app);
		await trashApp(owner, app.appId);
		const now = new Date();
		await transaction(async (tx) => {
			await tx.document.update({ where: { id: document.id }, data: { deletedAt: now } });
			await tx.document.update({ where: { id: document.id }, data: { deletedAt: null } });
			await tx.document.delete({ where: { id: document.id } });
			await tx.form.delete({ where: { id: form.id } });
		});
		const { documents, forms } = before;
		expect(await counted()).toMatchObject({ documents, forms });
		await transaction((tx) => tx.app.delete({ where: { id: app.appId } }));
		expect(await counted()).toMatchObject({ documents, forms });
	});

	test("when subscriptions begin, change their plan, fail and end", async () => {
		const before = (await counted()).subscriptions;
		const [owner, other] = [await createUser(), await createUser()];
		const { basic, pro } = env.stripe.prices;
		await subscribe(owner.userId, { priceId: basic, status: "active" });
		await subscribe(other.userId, { priceId: "price_other", status: "trialing" });
		expect((await counted()).subscriptions).toMatchObject({
			active: before.active + 2,
			pro: before.pro,
		});
		await subscribe(owner.userId, { priceId: pro, status: "past_due" });
		const { subscriptions, users } = await counted();
		expect(subscriptions).toMatchObject({ active: before.active + 2, pro: before.pro + 1 });
		expect(subscriptions.free).toBe(users - subscriptions.active);
		expect(subscriptions.conversionPercent).toBe(
			Math.round((subscriptions.active / users) * 1000) / 10,
		);
		await subscribe(owner.userId, { priceId: pro, status: "unpaid" });
		expect((await counted()).subscriptions).toMatchObject({
			active: before.active + 1,
			pro: before.pro,
		});
		await transaction((tx) => tx.user.delete({ where: { id: other.userId } }));
		expect((await counted()).subscriptions).toMatchObject({ active: before.active });
	});

	test("when Pro is given and taken back, which counts beside the subscribers", async () => {
		const owner = await createUser();
		const before = (await readAnalytics(admin, "30d")).subscriptions;
		for (const [plan, given] of [
			["pro", 1],
			["basic", 0],
			["pro", 1],
			["free", 0],
		] as const) {
			await grantPlan(owner.email, plan);
			expect((await readAnalytics(admin, "30d")).subscriptions).toEqual({
				...before,
				givenPro: before.givenPro + given,
			});
		}
	});
});

test("a change is told for the last 30 days, and against the 30 before", async () => {
	const move = stopClock(new Date("2031-03-01T12:00:00.000Z"));
	await createUser();
	move(DAY_MS);
	await createUser();
	move(29 * DAY_MS);
	await createUser();
	await createUser();
	const { figures, bars } = await readAnalytics(admin, "30d");
	expect(figures.users).toMatchObject({ recent: 3, before: 1 });
	expect(bars).toHaveLength(30);
	expect(bars[0]).toEqual({ period: "2031-03-02", users: 1, documents: 0, submissions: 0 });
	expect(bars.at(-1)).toMatchObject({ period: "2031-03-31", users: 2 });
	const days = (await readAnalytics(admin, "90d")).bars;
	expect([days.length, days[0]?.period, days[59]?.users]).toEqual([90, "2031-01-01", 1]);
	const months = (await readAnalytics(admin, "12m")).bars;
	expect([months.length, months[0]?.period]).toEqual([12, "2030-04"]);
	expect(months.at(-1)).toMatchObject({ period: "2031-03", users: 4 });
	expect(figures.apps).toMatchObject({ recent: 0, before: 0 });
});

test("recent activity has every kind, the newest first, and no more than asked for", async () => {
	const move = stopClock(new Date("2032-03-01T12:00:00.000Z"));
	const step = () => move(HOUR_MS);
	const owner = await createUser();
	step();
	const app = await createApp(owner, "Pocket Garden");
	step();
	await createDocument(app, { title: "Privacy Policy" });
	step();
	const form = await createContactForm(app, { title: "Bug report" });
	step();
	await submitForm(app, form);
	await createConversation(app, form);
	step();
	const paid = { priceId: env.stripe.prices.pro, status: "active" };
	const { id } = await subscribe(owner.userId, paid);
	await storeEvent({ customerId: id });
	step();
	await storeEvent({ customerId: id, type: "customer.subscription.updated" });
	await storeEvent({ customerId: "cus_of_a_stranger" });
	const activity = await listActivity(admin, 6);
	expect(activity.map(({ type, description }) => [type, description])).toEqual([
		["subscription", "Subscription started"],
		["submission", "Submission verified: Bug report"],
		["form", "Form published: Bug report"],
		["document", "Document published: Privacy Policy"],
		["app", "App created: Pocket Garden"],
		["account", "New account"],
	]);
	for (const { user } of activity) {
		expect(user).toEqual({ id: owner.userId, email: owner.email });
	}
	expect(await listActivity(admin, 2)).toHaveLength(2);

	await trashApp(owner, app.appId);
	const left = (await listActivity(admin, 3)).map(({ type }) => type);
	expect(left).toEqual(["subscription", "submission", "account"]);
});

/** What Stripe says of an account's subscription, as the copy keeps it. */
async function subscribe(userId: string, state: { priceId: string; status: string }) {
	const id = `cus_${userId}`;
	const now = new Date();
	await transaction(async (tx) => {
		await tx.customer.upsert({
			where: { id },
			update: {},
			create: { id, userId, email: "", createdAt: now, readAt: now },
		});
		const copy = { ...state, itemId: "si_1", currentPeriodEnd: now };
		await tx.subscription.upsert({
			where: { customerId: id },
			update: copy,
			create: { id: `sub_${userId}`, customerId: id, ...copy },
		});
	});
	return { id };
}
