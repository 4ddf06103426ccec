import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/**
 * The functions that read many rows without `take` or LIMIT, and what bounds each read instead.
 * Whoever adds a function here says why.
 */
const BOUNDED: Record<string, string> = {
	"accounts/account.sql.ts findEndedSessions": "a row for each watched session",
	"accounts/published.sql.ts countPublished": "one row of counts",
	"addresses/sitemap.server.ts idAfter": "`place` takes one row",
	"addresses/sitemap.server.ts listAppAddresses": "a row for each app of a batch",
	"admin/analytics.server.ts readSupportFigures": "a row for each of four statuses",
	"admin/analytics.sql.ts sumDailyCounts": "a row for each kind of count",
	"admin/audit.sql.ts renameAddress": "each entry is changed in the transaction",
	"admin/content-administration.server.ts find": "`page` takes 51 rows",
	"admin/content-size.sql.ts sizesOf": "a row for each document of a page",
	"admin/database-state.sql.ts listMigrations": "a row for each migration of this version",
	"admin/outbox-administration.server.ts revive": "each mail is queued in the transaction",
	"admin/user-administration.server.ts describe": "a row for each account of a page",
	"admin/user-administration.server.ts listAppsOf": "a row for each app of a page",
	"apps/app-list.sql.ts listApps": "a page of apps, and five rows of each",
	"apps/app-restoration.server.ts restoreTitles": "each form is changed in the transaction",
	"billing/stripe-event.server.ts accountsOfCustomers": "a row for each event of a page",
	"conversations/conversation-watcher.sql.ts findEnded": "a row for each watched conversation",
	"conversations/conversation-watcher.sql.ts newestMessage": "one row",
	"conversations/conversation-watcher.sql.ts watchedVersion": "one row",
	"conversations/thread.sql.ts exportedNotes": "a conversation has 50 notes at most",
	"store-kit/kit.sql.ts formerSlugs": "`aliases` takes ten rows",
	"platform/limits/limits.sql.ts readUses": "a row for each window of one limit",
};

const ROOT = "app";
const files = fs
	.globSync(`${ROOT}/**/*.{ts,tsx}`, { exclude: [`${ROOT}/generated/**`, "**/*.test.ts"] })
	.map((file) => ({ name: path.relative(ROOT, file), text: fs.readFileSync(file, "utf8") }));

/** The relations to many rows, such as `messages`. */
const relations = [
	...fs.readFileSync("prisma/schema.prisma", "utf8").matchAll(/^\s+(\w+)\s+[A-Z]\w+\[\]/gm),
].map(([, name]) => name);

const MANY = /\b(?!Map\b)\w+\.(?:findMany|groupBy|\w+ManyAndReturn)\(/g;
const NESTED = new RegExp(
	`\\b(?:${relations.join("|")}): (?=true\\b|\\{[^}]*\\b(?:select|orderBy):)`,
	"g",
);
const SQL =
	/(?:\breadRows|\.rows)(?:<[^(]*>)?\(\s*(?:(\w+)|("[^"]*"))|\$queryRaw(?:<[^`]*>)?(`[^`]*`)/g;

test("every read of many rows has a limit, or the list above says what bounds it", () => {
	const found = files.flatMap((file) => [...unboundedIn(file)]);
	expect([...new Set(found)].sort()).toEqual(Object.keys(BOUNDED).sort());
});

test.each([
	["db.app.findMany({ where: { userId } })", 1],
	["db.app.findMany({ where: { userId }, take: 50 })", 0],
	["tx.app.groupBy({ by: ['userId'] })", 1],
	["select: { id: true, messages: { orderBy: { id: 'asc' } } }", 1],
	["select: { id: true, messages: { take: 1, orderBy: { id: 'asc' } } }", 0],
	["readRows<Row>(ROWS, []); const ROWS = `SELECT id FROM App`;", 1],
	["readRows<Row>(ROWS, []); const ROWS = `SELECT id FROM App LIMIT 5`;", 0],
	["db.$queryRaw<Row[]>`SELECT id FROM App`", 1],
])("the search for such reads knows %s", (text, count) => {
	expect([...unboundedIn({ name: "x", text })]).toHaveLength(count);
});

/** Yields the file's and the function's name for each unbounded read. */
function* unboundedIn({ name, text }: { name: string; text: string }) {
	const place = (at: number) => {
		const before = [...text.slice(0, at).matchAll(/function\*? (\w+)/g)];
		return `${name} ${before.at(-1)?.[1] ?? "?"}`;
	};
	for (const pattern of [MANY, NESTED]) {
		for (const { 0: start, index } of text.matchAll(pattern)) {
			const args = bracketed(text, index + start.length - (pattern === MANY ? 1 : 0));
			if (!/\btake\b|\brange\b|\brangeOf\(/.test(args)) yield place(index);
		}
	}
	for (const { 1: constant, 2: quoted, 3: tagged, index } of text.matchAll(SQL)) {
		// Prepared statements get their SQL from somewhere else.
		if (constant === "sql") continue;
		const sql = quoted ?? tagged ?? definitionOf(constant ?? "", text);
		if (!/\bLIMIT\b/.test(sql)) yield place(index);
	}
}

/** Returns the text from a bracket to the one that closes it. */
function bracketed(text: string, from: number): string {
	let depth = 0;
	for (let at = from; at < text.length; at += 1) {
		if ("({[".includes(text[at] ?? "")) depth += 1;
		if (")}]".includes(text[at] ?? "") && --depth <= 0) return text.slice(from, at);
	}
	return text.slice(from);
}

/** Returns the SQL of a constant, and of the constants and functions that it is made of. */
function definitionOf(name: string, text: string, depth = 3): string {
	const start = new RegExp(`(?:const|function) ${name}\\b`);
	const holder = start.test(text) ? text : files.find((file) => start.test(file.text))?.text;
	const own = holder?.slice(holder.search(start)).split("\n\n")[0] ?? "";
	if (depth === 0) return own;
	const parts = [...own.matchAll(/\$\{(\w+)/g)].map(([, part]) => part ?? "");
	return own + parts.map((part) => definitionOf(part, holder ?? "", depth - 1)).join("");
}
