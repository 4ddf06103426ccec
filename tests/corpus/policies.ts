/**
 * Compares what the checks of texts find with what a person has marked in policies.md:
 * `POLICIES=folder node tests/corpus/policies.ts`.
 */
import fs from "node:fs";
import path from "node:path";
import checkText from "#app/checks/text/check-text.ts";
import type { CheckId, Finding } from "#app/checks/text/finding.ts";
import type { Kind } from "#app/documents/kind.ts";
import { renderSource } from "#app/platform/markdown/render.ts";

const MARKS: Record<string, CheckId> = {
	N: "names-app",
	M: "contact",
	A: "dated",
	C: "data-collected",
	U: "data-use",
	T: "third-parties",
	S: "security",
	R: "retention",
	D: "deletion",
	W: "consent",
	E: "equal-protection",
	K: "children",
	I: "ai",
	B: "subscription-terms",
	Z: "csae",
};
const OF_KIND: Partial<Record<Kind, string>> = {
	privacy: "NMACUTSRDWEK",
	terms: "NMA",
	eula: "NA",
	child_safety: "NMAZ",
};
const SEEDS = [
	...["[Company Name]", "{{company}}", "<YOUR COMPANY>", "INSERT NAME HERE", "TODO", "XXX"],
	...["Lorem ipsum dolor", "https://example.com/x", "your@email.com", "yourdomain.com"],
];

type Text = {
	set: string;
	file: string;
	kind: Kind;
	language: string;
	app: string;
	found: string;
	unclear: string;
};

/** What is counted for a set or a language. */
type Count = {
	texts: number;
	marked: number;
	seen: number;
	falselyMissing: string[];
	absent: number;
	falselyFound: string[];
	faults: number;
	faultsSeen: number;
	strange: string[];
};

const folder = process.env.POLICIES;
if (!folder) throw new Error("Please name the folder with the texts: POLICIES=folder");
const rows = fs
	.readFileSync(path.join(import.meta.dirname, "policies.md"), "utf8")
	.split("\n")
	.filter((line) => /^\| (?:made with|held back) /.test(line));
const counts = new Map<string, Count>();
const seeds = { planted: 0, found: 0 };

for (const row of rows) {
	const text = readRow(row);
	const source = fs.readFileSync(path.join(folder, text.file), "utf8");
	const all = check(text, source);
	for (const key of [text.set, `${text.set}, ${text.language}`]) count(key, text, all.findings);
	for (const seed of SEEDS) {
		const before = placeholders(all.findings);
		const middle = source.indexOf("\n\n", source.length / 2);
		const planted = `${source.slice(0, middle)}\n\nBy ${seed} alone.${source.slice(middle)}`;
		seeds.planted += 1;
		if (placeholders(check(text, planted).findings) > before) seeds.found += 1;
		else process.stdout.write(`not found: ${seed} in ${text.file}\n`);
	}
	if (all.language !== text.language) process.stdout.write(`${text.file}: ${all.language}\n`);
}
for (const [key, one] of counts) {
	const share = (part: number, whole: number) =>
		`${part} of ${whole} (${((100 * part) / (whole || 1)).toFixed(1)} %)`;
	process.stdout.write(
		`| ${key} | ${one.texts} | ${share(one.seen, one.marked)} | ${share(one.falselyMissing.length, one.marked)} | ${share(one.falselyFound.length, one.absent)} | ${share(one.faultsSeen, one.faults)} | ${one.strange.length} |\n`,
	);
	if (key.includes(",")) continue;
	for (const line of one.falselyMissing) process.stdout.write(`  missed: ${line}\n`);
	for (const line of one.falselyFound)
		process.stdout.write(`  found without being there: ${line}\n`);
	for (const line of one.strange) process.stdout.write(`  a problem that is none: ${line}\n`);
}
process.stdout.write(`Placeholders: ${seeds.found} of ${seeds.planted}\n`);

function readRow(row: string): Text {
	const [, set = "", repository, file, , kind, language = "", app = "", found = "", unclear = ""] =
		row.split("|").map((cell) => cell.trim());
	return { set, file: `${repository}/${file}`, kind: kind as Kind, language, app, found, unclear };
}

function check({ kind, app }: Text, source: string) {
	const { html } = renderSource(source, { title: "Privacy Policy" });
	return checkText(html, {
		source,
		title: "Privacy Policy",
		slug: "privacy-policy",
		kind,
		appName: app,
		developerNames: [],
		otherAppNames: [],
		deletionUrl: null,
		updatedOn: "2026-11-22",
		effectiveOn: "",
	});
}

function placeholders(findings: Finding[]): number {
	return findings.filter(({ id }) => id === "placeholder").length;
}

function count(key: string, { file, kind, found, unclear }: Text, findings: Finding[]): void {
	const one: Count = counts.get(key) ?? {
		texts: 0,
		marked: 0,
		seen: 0,
		falselyMissing: [],
		absent: 0,
		falselyFound: [],
		faults: 0,
		faultsSeen: 0,
		strange: [],
	};
	counts.set(key, one);
	one.texts += 1;
	const letters = new Set(`${OF_KIND[kind] ?? ""}${found.replace(/[bG]/g, "")}`);
	for (const letter of letters) {
		if (unclear.includes(letter)) continue;
		const id = MARKS[letter] as CheckId;
		const finding = findings.find((finding) => finding.id === id);
		const isFound = finding?.state === "found";
		const name = `${id} in ${file}`;
		if (found.includes(letter)) {
			one.marked += 1;
			if (isFound) one.seen += 1;
			else one.falselyMissing.push(name);
		} else {
			one.absent += 1;
			if (isFound) one.falselyFound.push(`${name}: ${finding.quote}`);
		}
	}
	for (const [letter, id] of [
		["b", "subscription-terms"],
		["G", "generator-left"],
	] as const) {
		const state = findings.find((finding) => finding.id === id)?.state;
		const isSeen = state !== undefined && state !== "found";
		if (found.includes(letter)) {
			one.faults += 1;
			if (isSeen) one.faultsSeen += 1;
		} else if (isSeen) one.strange.push(`${id} in ${file}`);
	}
	for (const { id, mark, quote } of findings) {
		if (id === "placeholder" || id === "link-form")
			one.strange.push(`${id} in ${file}: ${mark ?? quote}`);
	}
}
