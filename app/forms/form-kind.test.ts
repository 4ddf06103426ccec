import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/** The queries on forms of every kind, and why they name none. Whoever adds one here says why. */
const OF_EVERY_KIND: Record<string, string> = {
	"accounts/account-erasure.server.ts eraseForms": "nothing of an account stays",
	"accounts/account-export.server.ts exportApp": "submissions are exported, whatever took them",
	"addresses/taken.sql.ts IN_ACCOUNT": "a title is unique among all forms of an account",
	"addresses/taken.sql.ts SLUGS": "a slug is unique among all forms of an app",
	"conversations/conversation-watcher.sql.ts findEnded": "conversations end with their account",
	"conversations/inbox/submission-list.sql.ts FORMS": "Messages lists what any form took",
	"conversations/inbox/submission-list.sql.ts ROWS": "Messages lists what any form took",
	"conversations/submission.sql.ts FORM": "each form takes submissions in the same way",
	"conversations/waiting.sql.ts LONGEST": "Next waiting leads to what any form took",
	"conversations/waiting.sql.ts WAITING_OF_APP": "Messages counts what any form took",
	"forms/form.server.ts findFormTitle": "Messages lists what any form took",
	"forms/form.server.ts hasMadeForm": "Messages are for who has any form",
};

const ROOT = "app";
const files = fs
	.globSync(`${ROOT}/**/*.{server,sql}.ts`)
	.map((file) => ({ name: path.relative(ROOT, file), text: fs.readFileSync(file, "utf8") }));

const PRISMA = /\b\w+\.form\.\w+\(|\bforms: (?=\{[^}]*\b(?:some|none|every|where|create)\b)/g;
const SQL = /\b(?:FROM|JOIN|UPDATE|INTO) (?:"?Form\b|\$\{table\})/g;
const KIND = /\bkind(?:: "|"? = ')(?:support|deletion)\b|\b(?:liveForm|publicForm|PUBLIC_FORM)\b/;

test("every query on forms names their kind, or the list above says why it doesn't", () => {
	const found = files.flatMap((file) => [...queriesWithoutKind(file)]);
	expect([...new Set(found)].sort()).toEqual(Object.keys(OF_EVERY_KIND).sort());
});

test.each([
	["db.form.findMany({ where: { appId } })", 1],
	['db.form.findMany({ where: { appId, kind: "support" } })', 0],
	['const own = { id, kind: "support" };\ntx.form.update({ where: own });', 0],
	["db.app.findMany({ where: { forms: { some: { slug } } } })", 1],
	["const FORM = `SELECT 1 FROM Form WHERE slug = ?`;", 1],
	["const FORM = `SELECT 1 FROM Form WHERE kind = 'support'`;", 0],
	[`const LIVE = sqlOf(liveForm, "f");\nconst FORM = \`SELECT 1 FROM Form f WHERE \${LIVE}\`;`, 0],
	["const COUNT = `SELECT count(*) FROM FormDraft`;", 0],
])("the search for such queries knows %s", (text, count) => {
	expect([...queriesWithoutKind({ name: "x", text })]).toHaveLength(count);
});

/** Yields the file's name, and that of the function or constant, for each query without a kind. */
function* queriesWithoutKind({ name, text }: { name: string; text: string }) {
	for (const { 0: start, index } of text.matchAll(PRISMA)) {
		const args = bracketed(text, index + start.length - (start.endsWith("(") ? 1 : 0));
		if (!KIND.test(args + namedIn(args, text))) yield `${name} ${holderOf(text, index).name}`;
	}
	for (const { index } of text.matchAll(SQL)) {
		const holder = holderOf(text, index);
		const query = holder.text + namedIn(holder.text, text);
		if (/\bForm\b/.test(query) && !KIND.test(query)) yield `${name} ${holder.name}`;
	}
}

const DECLARATION = /^(?:export )?(?:async )?(?:const|function\*?) (\w+)/gm;

/** Returns the top-level function or constant that a place in a file is in. */
function holderOf(text: string, at: number): { name: string; text: string } {
	const starts = [...text.matchAll(DECLARATION)];
	const own = starts.findLastIndex(({ index }) => index <= at);
	const from = starts[own]?.index ?? 0;
	return {
		name: starts[own]?.[1] ?? "?",
		text: text.slice(from, starts[own + 1]?.index),
	};
}

/** Returns the text of what a query names, of constants and functions, and of what these name. */
function namedIn(query: string, text: string, depth = 2): string {
	if (depth === 0) return "";
	const names = new Set(query.match(/\b[A-Za-z]\w+\b/g));
	const definitions = [...names].flatMap((name) => text.match(definition(name)) ?? []);
	const found = definitions.join("\n");
	return found + namedIn(found, text, depth - 1);
}

/** A constant or a function up to its end, which is indented as its beginning is. */
function definition(name: string): RegExp {
	const start = `(?:export )?(?:const|function) ${name}\\b`;
	return new RegExp(`^(\\t*)${start}(?:.*;$|[^]*?\\n\\1\\S.*;?$)`, "gm");
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
