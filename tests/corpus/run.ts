/**
 * `npm run corpus`: renders each document of tests/fixtures/documents, and counts words, headings,
 * tables, links and targets of links in the source and on the page. `-- --write` renews the table in
 * docs/documents.md, and `-- FOLDER` reads another folder's documents. Then it renders every document
 * that is made to be slow, of which the test suite renders a third.
 */
import { parseArgs } from "node:util";
import {
	MarkdownTooSlowError,
	RENDER_PATIENCE_MS,
	renderInWorker,
} from "#app/platform/markdown/markdown.server.ts";
import { pathological } from "../fixtures/pathological.ts";
import { writeTable } from "../kit/report.ts";
import { compare } from "./compare.ts";
import { readDocuments } from "./documents.ts";

const COUNTED = ["words", "headings", "tables", "links", "targets"] as const;

const { values, positionals } = parseArgs({
	options: { write: { type: "boolean", default: false } },
	allowPositionals: true,
});
const documents = readDocuments(positionals[0]);
const sums = COUNTED.map(() => 0);
let failed = 0;
const lines = documents.map((document) => {
	const { source, page, faults } = compare(document);
	const name = [document.name, document.language, document.form].filter(Boolean).join(", ");
	const counts = COUNTED.map((what, index) => {
		const [given, found] = [source[what].length, page[what].length];
		sums[index] = (sums[index] ?? 0) + given;
		return given === found ? String(given) : `${given}, ${found} on the page`;
	});
	const title = COUNTED.map((what, index) => `${what} ${counts[index]}`).join("; ");
	process.stdout.write(`${faults.length === 0 ? "ok" : "FAILED"}: ${name}: ${title}\n`);
	for (const fault of faults) process.stdout.write(`  ${fault}\n`);
	if (faults.length > 0) failed += 1;
	return [name, ...counts, faults.length === 0 ? "yes" : "**no**"];
});
const total = [
	`${documents.length} documents`,
	...sums.map(String),
	`${documents.length - failed}`,
];
process.stdout.write(`${total.join(" / ")}\n`);
if (values.write) {
	const head = ["document", ...COUNTED, "all on the page"];
	writeTable("npm run corpus", { head, lines: [...lines, total] });
}
for (const [name, source] of pathological) {
	const started = performance.now();
	const outcome: unknown = await renderInWorker(source).catch((error: unknown) => error);
	const ms = Math.round(performance.now() - started);
	const isRefused = outcome instanceof MarkdownTooSlowError;
	const isMet = ms < RENDER_PATIENCE_MS && (isRefused || !(outcome instanceof Error));
	if (!isMet) failed += 1;
	const what = isRefused ? "refused" : "rendered";
	process.stdout.write(`${isMet ? "ok" : "FAILED"}: 200 kB of ${name}: ${what} in ${ms} ms\n`);
}
process.exit(failed === 0 ? 0 : 1);
