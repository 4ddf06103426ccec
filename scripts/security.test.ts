import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { readSources } from "./figures/sources.ts";
import { root } from "./run.ts";

const PAGE = "docs/security.md";
/** What the product's specification asks for, against the standard. */
const SPECIFIED = ["6.2.1", "14.2.1"];

type Row = { id: string; level: string; what: string; state: string; how: string };

const lines = read(PAGE).split("\n");

const rows: Row[] = lines
	.map((line) => line.split(" | "))
	.filter(([id]) => /^\| \d+\.\d+\.\d+$/.test(id ?? ""))
	.map(([id = "", level = "", what = "", state = "", how = ""]) => {
		return { id: id.slice(2), level, what, state, how };
	});

function read(file: string): string {
	return fs.readFileSync(path.join(root, file), "utf8");
}

/** The patterns of the titles in a test file, where a value that is filled in may be anything. */
function titlesIn(file: string): RegExp[] {
	const quoted = /[([]\s*(["`])((?:(?!\1)[^\n])*)\1\s*,/g;
	return [...read(file).matchAll(quoted)]
		.map(([, , title = ""]) => title.split(/\$\{[^}]*\}|%[sdj]|\$\w+/))
		.filter((parts) => parts.join("").length > 5)
		.map((parts) => new RegExp(`^${parts.map(escaped).join(".+")}$`));
}

function escaped(text: string): string {
	return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** The addresses of a page's headings, as GitHub makes them. */
function anchorsOf(file: string): string[] {
	return [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
		heading
			.toLowerCase()
			.replace(/[^\w\- ]/g, "")
			.replaceAll(" ", "-"),
	);
}

test("the table has each requirement of levels 1 and 2 once, with what is made of it", () => {
	expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
	expect(rows.filter(({ level }) => level === "1")).toHaveLength(65);
	expect(rows.filter(({ level }) => level === "2")).toHaveLength(152);
	for (const { id, what, state, how } of rows) {
		expect([id, state]).toEqual([id, expect.toBeOneOf(["met", "not applicable", "open"])]);
		expect([id, what, how]).toEqual([id, expect.stringMatching(/\w/), expect.stringMatching(/\w/)]);
	}
});

test("what is open is listed above the table, and at level 1 as the specification asks for it", () => {
	const open = rows.filter(({ state }) => state === "open");
	const idsAt = (level: string) => open.filter((row) => row.level === level).map(({ id }) => id);
	const listed = lines.find((line) => line.startsWith("**Open** "));
	expect([...idsAt("1"), ...idsAt("2")]).toEqual(listed?.match(/\d+\.\d+\.\d+/g));
	expect(idsAt("1")).toEqual(SPECIFIED);
});

const TEST = /\*([^*]+)\*,? \(?\[[^\]]+\]\(\.\.\/([^)]+\.(?:test|spec)\.tsx?)\)/g;
const PART = /\]\(((?!\.\.\/|https:)[^)#]*)#([^)]+)\)/g;

test("each test and part of the documents that the page names is there", () => {
	for (const line of lines) {
		for (const [, title = "", file = ""] of line.matchAll(TEST)) {
			const isThere = titlesIn(file).some((pattern) => pattern.test(title));
			expect([file, title, isThere]).toEqual([file, title, true]);
		}
		for (const [, file, anchor] of line.matchAll(PART)) {
			const page = file === "" ? PAGE : `docs/${file}`;
			expect([page, anchorsOf(page)]).toEqual([page, expect.arrayContaining([anchor])]);
		}
	}
});

test("what is met names a test or a part of the documents", () => {
	const isShown = (how: string) => how.search(TEST) !== -1 || how.search(PART) !== -1;
	const unshown = rows.filter(({ state, how }) => state === "met" && !isShown(how));
	expect(unshown.map(({ id }) => id)).toEqual([]);
});

/** What the table says that the app never does: how one would see it, and where it may stand. */
const NEVER: [what: string, seen: RegExp, but?: string[]][] = [
	["code from texts", /\beval\(|new Function\(/],
	["commands of the system", /node:child_process/],
	[
		"patterns that were typed",
		/new RegExp\(/,
		[
			...["looks.ts", "addresses.ts", "words.ts", "aside.server.ts", "dates.ts", "patterns.ts"],
			// Of constants.
			"hide-secrets.ts",
			// Looks for an app's name, with each mark of a pattern escaped.
			"plain-checks.ts",
		],
	],
	["XML, LDAP or GraphQL", /xmlMode|from "[^"]*(?:xml|xpath|ldap|graphql|memcache|latex)/i],
	[
		"a connection of its own",
		/(?<![.\w])fetch\(|node:(?:https?|tls|dns|dns\/promises|dgram)"/,
		[
			"postmark.server.ts",
			"fetch-outside.server.ts",
			"resolve.server.ts",
			"account-name-form.tsx",
			"use-live-preview.ts",
			"use-autosave.ts",
			"copy-presses.tsx",
		],
	],
	["certificates unchecked", /rejectUnauthorized|TLS_REJECT|checkServerIdentity/],
	["messages of other windows", /addEventListener\("message"|window\.postMessage|WebSocket/],
	["the browser's storage", /(?:local|session)Storage|indexedDB|document\.cookie/, ["drafts.ts"]],
	["weak hashes or ciphers", /create(?:Hash|Hmac|Cipheriv)\("(?!sha256"|aes-256-gcm")/],
	["numbers that can be guessed", /Math\.random/, ["sqlite.server.ts"]],
	["HTML that it did not render", /innerHTML/i, ["visitor-html.tsx", "prose.tsx"]],
	["secret questions", /(?:secret|security) question|password hint/i],
	["a ban on pasting", /onPaste|user-select: none/],
	["another log", /console\.|appendFile|createWriteStream/],
	["the environment past its check", /process\.env/, ["env.server.ts"]],
];

test.each(NEVER)("no source of the app uses %s", (_what, seen, but = []) => {
	const used = readSources()
		.filter(({ file }) => file.startsWith("app/") && !/\.test\.ts$/.test(file))
		.filter(({ file }) => !but.some((name) => file.endsWith(`/${name}`)))
		.filter(({ lines }) => seen.test(lines.join("\n")));
	expect(used.map(({ file }) => file)).toEqual([]);
});
