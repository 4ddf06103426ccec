import Database from "better-sqlite3";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listActivity } from "#app/admin/activity.server.ts";
import { readAnalytics, readSupportFigures } from "#app/admin/analytics.server.ts";
import { listActs } from "#app/admin/audit.server.ts";
import { listContent, searchContent } from "#app/admin/content-administration.server.ts";
import { readOutbox } from "#app/admin/outbox-administration.server.ts";
import { listUsers, readUser, searchUsers } from "#app/admin/user-administration.server.ts";
import { countApps, listApps } from "#app/apps/app-list.sql.ts";
import { listWebhooks } from "#app/billing/stripe-event.server.ts";
import { listSubmissions } from "#app/conversations/submission-list.server.ts";
import { readThread } from "#app/conversations/thread.server.ts";
import { listDocuments } from "#app/documents/document.server.ts";
import { env } from "#app/platform/env.server.ts";
import { sendDueMail } from "../../kit/jobs.ts";
import { createAdmin, type TestAdmin } from "../../kit/world/admin.ts";
import { createApp } from "../../kit/world/app.ts";
import { createDocument } from "../../kit/world/document.ts";
import { createContactForm } from "../../kit/world/form.ts";
import { createUser, type TestUser } from "../../kit/world/user.ts";

/** A table of a few rows, the inner query of a count, and a page that the inner query has read. */
const SMALL = /^SCAN (DailyCount|sub|page)$/;

const before = { at: new Date(), id: "x" };

let database: Database.Database;
let admin: TestAdmin;
let owner: TestUser;
let path: string;

beforeAll(async () => {
	database = new Database(env.databaseFile, { readonly: true });
	[admin, owner] = [await createAdmin(), await createUser()];
	const apps = [await createApp(owner), await createApp(owner)] as const;
	for (const app of apps) await createDocument(app);
	await createContactForm(apps[0]);
	path = `/${owner.accountName}`;
});

afterAll(() => {
	database.close();
});

/** The plans of the queries that a verb asks, a line each. */
async function plansOf(verb: () => Promise<unknown>): Promise<string[]> {
	const asked = new Set<string>();
	const { prepare } = Database.prototype;
	Database.prototype.prepare = function (this: Database.Database, sql: string) {
		asked.add(sql);
		return prepare.call(this, sql);
	} as typeof prepare;
	try {
		await verb();
	} finally {
		Database.prototype.prepare = prepare;
	}
	const queries = [...asked].filter((sql) => /^\s*SELECT/i.test(sql));
	expect(queries.length).toBeGreaterThan(0);
	return queries.flatMap((sql) => {
		const values = Array((sql.match(/\?/g) ?? []).length).fill("x");
		const rows = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values);
		return (rows as { detail: string }[]).map(({ detail }) => detail);
	});
}

const verbs: Record<string, () => Promise<unknown>> = {
	readAnalytics: () => readAnalytics(admin),
	listActivity: () => listActivity(admin, 10),
	readSupportFigures: () => readSupportFigures(admin),
	listUsers: () => listUsers(admin, null),
	"listUsers, later": () => listUsers(admin, before),
	searchUsers: () => searchUsers(admin, { query: "user", after: null }),
	"searchUsers, later": () => searchUsers(admin, { query: "user", after: "user" }),
	readUser: () => readUser(admin, owner.userId),
	listContent: () => listContent(admin, "documents", null),
	"listContent, later": () => listContent(admin, "documents", before),
	"listContent, forms": () => listContent(admin, "forms", before),
	searchContent: () => searchContent(admin, "documents", "privacy"),
	"searchContent, forms": () => searchContent(admin, "forms", "contact"),
	"searchContent, address": () => searchContent(admin, "documents", path),
	listActs: () => listActs(admin, { targetId: "", before }),
	"listActs, one thing": () => listActs(admin, { targetId: owner.userId, before: null }),
	readOutbox: () => readOutbox(admin),
	listWebhooks: () => listWebhooks(admin, before),
	"an owner's dashboard": () => listApps(owner),
	"an owner's count": async () => countApps(owner, "app"),
	"a page of a conversation": () => readThread("x", { self: "user", before: 2 }),
	"submissions that wait": () =>
		listSubmissions(
			{ ...owner, appId: "x", app: { name: "", slug: "" } },
			{ query: "", isWaiting: true, page: 1 },
		),
	"an owner's list": async () =>
		listDocuments({ ...owner, appId: "x", app: { name: "", slug: "" } }),
};

test.each(Object.keys(verbs))("%s finds its rows by an index", async (name) => {
	const plans = await plansOf(verbs[name] as () => Promise<unknown>);
	for (const plan of plans) {
		const isWhole = /^SCAN \w+$/.test(plan) && !SMALL.test(plan);
		expect([plan, isWhole]).toEqual([plan, false]);
	}
	// "Not deleted" is true of nearly every row: an index on it alone finds them all, and is right
	// only where it brings them in their order.
	const isBroad = plans.some((plan) => /_deletedAt_\w+ \(deletedAt=\?\)$/.test(plan));
	const isSorted = plans.includes("USE TEMP B-TREE FOR ORDER BY");
	const isList = /^list(Users|Activity|Content)/.test(name);
	expect([plans, isBroad && (isSorted || !isList)]).toEqual([plans, false]);
});

test("mails that are due come in the order of their index, however many wait", async () => {
	const plans = await plansOf(() => sendDueMail());
	expect(plans.some((plan) => plan.includes("Job_kind_dueAt_idx"))).toBe(true);
	expect(plans).not.toContain("USE TEMP B-TREE FOR ORDER BY");
});
