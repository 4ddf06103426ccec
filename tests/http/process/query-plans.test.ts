import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { updateDocument } from "#app/documents/document.server.ts";
import { createClient } from "../../kit/http/client.ts";
import { FORMS, fillIn } from "../../kit/http/forms.ts";
import { builtRoutes, dataPath } from "../../kit/http/routes.ts";
import { startServer } from "../../kit/process/server.ts";
import { createApp } from "../../kit/world/app.ts";
import { createDocument } from "../../kit/world/document.ts";
import { createForm } from "../../kit/world/form.ts";
import { addressOf, createWorld, databaseFile, type World } from "../../kit/world/world.ts";

/** Columns that most rows share the value of: an index that begins with them finds half a table. */
const STATES = new Set([
	"deletedAt",
	"suspendedAt",
	"verifiedAt",
	"usedAt",
	"sentAt",
	"failedAt",
	"adminRole",
	"isActive",
	"kind",
	"lastSender",
	"priority",
	"purpose",
	"status",
	"type",
]);

/** What stands for a table in a plan and is none: subqueries, and one row of constants. */
const RESULTS = new Set([
	...["CONSTANT", "sub", "page", "found", "known"],
	// Short lists of texts, given as JSON.
	...["form", "status", "sender", "priority", "app", "json_each", "tag", "answer"],
]);

/** What may read more than it answers, and why. Each must be met, so that none outlives its query. */
const ALLOWED: { plan: RegExp; statement: RegExp; reason: string }[] = [
	{
		plan: /^SCAN User USING COVERING INDEX/,
		statement: /^SELECT 1 FROM User LIMIT 1$/,
		reason: "the health check reads one row, whichever comes first",
	},
	{
		plan: /^SCAN SubmissionSearch VIRTUAL TABLE INDEX \d+:M/,
		statement: /WHERE SubmissionSearch MATCH \?/,
		reason: "a virtual table is always scanned; M says that its own index finds the words",
	},
	{
		plan: /^SCAN DailyCount/,
		statement: /FROM DailyCount GROUP BY kind/,
		reason: "a row a kind and day",
	},
	{
		plan: /^SCAN _prisma_migrations$/,
		statement: /FROM _prisma_migrations/,
		reason: "a row a migration",
	},
	{
		plan: /^SEARCH main\.Document .*\(deletedAt<\?\)$/,
		statement: /^DELETE FROM/,
		reason: "the documents that this deletes",
	},
	{
		plan: /^SCAN (?:main\.)?SupportForm$/,
		statement: /^SELECT/,
		reason: "the site's own support forms, of which there is a handful",
	},
	{
		plan: /^SEARCH main\.SupportSubmission .*\(status=\?\)$/,
		statement: /`email` >= \? AND/,
		reason: "for operators: what was sent to them from an address",
	},
	{
		plan: /^SEARCH OutboxMail .*\(sentAt=\? AND failedAt=\?\)$/,
		statement: /^\s*DELETE FROM OutboxMail/,
		reason: "the mails that wait, once in an account's life",
	},
	{
		plan: /^SEARCH main\.OutboxMail .*\(sentAt=\? AND failedAt[=>]\?\)$/,
		statement: /^SELECT COUNT/,
		reason: "for operators: how many mails wait, and how many were given up",
	},
	{
		plan: /^SEARCH main\.OutboxMail .*\(sentAt=\? AND failedAt=\?\)$/,
		statement: /`lastError`, `main`\.`OutboxMail`\.`createdAt` FROM/,
		reason: "for operators: why the newest of the mails that wait does, and since when the oldest",
	},
	{
		plan: /^SEARCH main\.OutboxMail .*\(sentAt>\?\)$/,
		statement: /^SELECT COUNT/,
		reason: "for operators: how many mails left within a day",
	},
	{
		plan: /^SEARCH main\.OutboxMail .*\(sentAt=\? AND failedAt>\?\)$/,
		statement: /^UPDATE/,
		reason: "the mails that an operator has tried again",
	},
	{
		plan: /^SEARCH main\.StripeEvent .*\(type=\?\)$/,
		statement: /`customerId` IS NOT NULL\) ORDER BY `main`\.`StripeEvent`\.`receivedAt` DESC LIMIT/,
		reason: "the newest of a kind, nearly all of which name a customer",
	},
	{
		plan: /^SEARCH main\.(?:Document|Form) USING INDEX \w+_deletedAt_createdAt_id_idx \(deletedAt=\?\)$/,
		statement: /LEFT JOIN `main`\.`App` .* ORDER BY `main`\.`\w+`\.`createdAt` DESC/,
		reason: "for operators: the newest ten, stepping over what is in an app in the trash",
	},
	{
		plan: /^SCAN main\.SupportSubmission USING COVERING INDEX/,
		statement: /^SELECT COUNT.* GROUP BY `main`\.`SupportSubmission`\.`status`/,
		reason: "for operators: what was sent to them, counted along an index",
	},
];

/** A plan's line with its statement. */
type Step = { plan: string; statement: string };

const recorded = path.join(path.dirname(databaseFile), "statements.jsonl");
let database: Database.Database;

beforeAll(async () => {
	const recorder = pathToFileURL(
		path.join(import.meta.dirname, "../../kit/process/record-statements.ts"),
	);
	const server = await startServer(databaseFile, {
		NODE_OPTIONS: `--import ${recorder.href}`,
		STATEMENTS: recorded,
	});
	await visitEverything(server.url);
	expect(await server.stop()).toBe(0);
	expect(server.errors).toEqual([]);
	database = new Database(databaseFile);
	database.function("folded", { deterministic: true }, (text) => text);
});

afterAll(() => {
	database.close();
});

/** Every page, its data and its searches as owner and as visitor, and every form once. */
async function visitEverything(url: string): Promise<void> {
	const world = await createWorld({ adminRole: "super_admin" });
	await grow(world);
	const owner = createClient(url, { cookie: world.cookie });
	const visitor = createClient(url);
	for (const { pattern } of builtRoutes()) {
		const address = addressOf(pattern, world);
		for (const one of [
			address,
			dataPath(address),
			`${address}?q=garden&page=2&format=json`,
			`${address}?q=ga&status=new&show=new&format=csv`,
			`${address}?tag=bug&id=${world.submission.id}`,
			`${address}?before=2026-11-21T08:00:00.000Z_x&after=user&q=user`,
			`${address}?before=${pattern.includes("onversation") ? "2" : "2026-11-21T08:00:00.000Z_x"}`,
		]) {
			await owner.get(one);
			await visitor.get(one);
		}
	}
	for (const kind of ["documents", "forms"]) {
		await owner.get(`/admin/content?${new URLSearchParams({ kind, q: world.document.path })}`);
	}
	for (const address of [
		`${world.document.path}-never-was`,
		`/doc/${world.app.appId}/privacy-policy`,
		`/${world.user.accountName}/no-such-app`,
	]) {
		await visitor.get(address);
	}
	for (const recipe of FORMS) {
		const { address, values, world: own } = await fillIn(recipe);
		await grow(own);
		await createClient(url, { cookie: own.cookie }).post(address, values);
	}
}

/** Two of each: SQLite may choose another way to a list than to one. */
async function grow({ user, app, document }: World): Promise<void> {
	const second = await createApp(user);
	await createDocument(second);
	await createForm(second);
	const twin = await createDocument(app, { title: document.title });
	await updateDocument(app, twin.id, { title: "Moved", content: "Moved.", revision: 1 });
}

function statements(): string[] {
	return fs
		.readFileSync(recorded, "utf8")
		.trim()
		.split("\n")
		.map((line) => JSON.parse(line) as string)
		.filter((sql) => /^\s*(SELECT|INSERT|UPDATE|DELETE|REPLACE|WITH)\b/i.test(sql));
}

function plansOf(statement: string): Step[] {
	const parameters = (statement.match(/\?/g) ?? []).map(() => null);
	const rows = database.prepare(`EXPLAIN QUERY PLAN ${statement}`).all(...parameters);
	return (rows as { detail: string }[]).map(({ detail }) => ({ plan: detail, statement }));
}

/** Whether a step may read rows in a number that grows with the site. */
function isWide(step: Step): boolean {
	const { plan, statement } = step;
	if (/WHERE \(?1=0\b/.test(statement) || isPage(step)) return false;
	const [, table = ""] = /^SCAN (?:\w+\.)?(\w+)/.exec(plan) ?? [];
	// A subquery's own rows, or none at all.
	if (table) return !RESULTS.has(table);
	const columns = columnsOf(plan);
	return columns.length > 0 && columns.every((column) => STATES.has(column));
}

/** Whether it walks along an index in the order that is asked for, leaves nothing out, and stops. */
function isPage({ plan, statement }: Step): boolean {
	const [, where, order] = /WHERE (.*?) ORDER BY (.*?) LIMIT \? OFFSET \?$/.exec(statement) ?? [];
	if (where === undefined || order === undefined || !plan.includes(" USING ")) return false;
	const asked = [...where.matchAll(/`(\w+)` (?:[=<>]|IS|IN|LIKE)/g)].map(([, column]) => column);
	const found = columnsOf(plan);
	const isSorted = plansOf(statement).some((one) => one.plan === "USE TEMP B-TREE FOR ORDER BY");
	return !isSorted && asked.every((column) => found.includes(column ?? ""));
}

/** The columns by which a plan's line finds its rows. */
function columnsOf(plan: string): string[] {
	const [, terms] = /^SEARCH .* INDEX \w+ \((.+)\)$/.exec(plan) ?? [];
	return (terms?.split(" AND ") ?? []).map((term) => /^\w+/.exec(term)?.[0] ?? "");
}

describe("every statement that the app sends to the database", () => {
	test("was seen: those of Prisma and those in plain SQL", () => {
		const all = statements();
		expect(all.length).toBeGreaterThan(200);
		expect(all.some((sql) => sql.includes("`main`.`Document`"))).toBe(true);
		expect(all.some((sql) => sql.includes("FROM User u JOIN App a"))).toBe(true);
	});

	test("finds its rows by an index, however many the site has", () => {
		const wide = statements().flatMap(plansOf).filter(isWide);
		const unexpected = wide.filter(
			({ plan, statement }) =>
				!ALLOWED.some((one) => one.plan.test(plan) && one.statement.test(statement)),
		);
		expect(unexpected).toEqual([]);
	});

	test("and no exception outlives its query", () => {
		const steps = statements().flatMap(plansOf);
		const idle = ALLOWED.filter(
			(one) =>
				!steps.some((step) => one.plan.test(step.plan) && one.statement.test(step.statement)),
		);
		expect(idle.map(({ reason }) => reason)).toEqual([]);
	});
});

describe("the indexes", () => {
	test.each(["Document", "Form"])(
		"lead to the %ss of several apps by the apps, not through every live one of the site",
		(table) => {
			for (const apps of ["= ?", "IN (?, ?)", "IN (?, ?, ?, ?, ?, ?)"]) {
				const statement = `SELECT id FROM ${table} WHERE deletedAt IS NULL AND appId ${apps}`;
				expect(plansOf(statement)[0]?.plan).toContain("(appId=? AND deletedAt=?)");
			}
		},
	);

	test("bring a page of the inbox, and what its tabs count, from the list's index alone", () => {
		const inbox = statements().filter((sql) => /FROM json_each\(\?\) form CROSS JOIN/.test(sql));
		expect(inbox).toHaveLength(2);
		for (const statement of inbox) {
			const plans = plansOf(statement).map(({ plan }) => plan);
			expect(plans.join("\n")).toMatch(
				/SEARCH s USING COVERING INDEX Submission_list_idx \(userId=\? AND formId=\? AND status=\? AND lastSender=\? AND priority=\?/,
			);
		}
	});

	test("bring the jobs that are due in their order, however many wait", () => {
		const [statement = ""] = statements().filter((sql) => /FROM Job\b.*ORDER BY dueAt/s.test(sql));
		const plans = plansOf(statement).map(({ plan }) => plan);
		expect(plans.join()).toContain("Job_kind_dueAt_idx");
		expect(plans).not.toContain("USE TEMP B-TREE FOR ORDER BY");
	});

	test("lead to a bite of submissions by their numbers, not through all of the account's", () => {
		const [statement = ""] = statements().filter((sql) =>
			/DELETE FROM Submission WHERE number/.test(sql),
		);
		expect(plansOf(statement)[0]?.plan).toBe(
			"SEARCH Submission USING INTEGER PRIMARY KEY (rowid=?)",
		);
	});
});

describe("what SQLite looks up by itself", () => {
	test("is there by an index too: the rows that go with a deleted one", () => {
		const tables = database.pragma("table_list") as { name: string; type: string }[];
		const missing = tables
			.filter(({ type }) => type === "table")
			.flatMap(({ name }) => {
				const keys = database.pragma(`foreign_key_list("${name}")`) as { from: string }[];
				return keys.filter(({ from }) => !firstColumns(name).includes(from)).map(toName(name));
			});
		// No support form is ever deleted.
		expect(missing).toEqual(["SupportSubmission.formId"]);
	});
});

/** The columns that an index of the table begins with. */
function firstColumns(table: string): string[] {
	const indexes = database.pragma(`index_list("${table}")`) as { name: string }[];
	return indexes.map(({ name }) => {
		const [first] = database.pragma(`index_info("${name}")`) as { name: string }[];
		return first?.name ?? "";
	});
}

function toName(table: string) {
	return ({ from }: { from: string }) => `${table}.${from}`;
}
