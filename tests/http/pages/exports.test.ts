import { beforeAll, describe, expect, test } from "vitest";
import { deleteForm } from "#app/forms/form.server.ts";
import { transaction } from "#app/platform/db/db.server.ts";
import { type Client, createClient } from "../../kit/http/client.ts";
import { serve } from "../../kit/process/serve.ts";
import { createForm } from "../../kit/world/form.ts";
import { createWorld, type World } from "../../kit/world/world.ts";

const COUNT = 1_200;
const BOM = "\uFEFF";
const HEAD =
	"id,form,email,name,created_at,email_verified,status,priority,tags,answers,messages\r\n";

const server = serve();
let world: World;
let other: World;
let owner: Client;

beforeAll(async () => {
	world = await createWorld();
	other = await createWorld();
	owner = createClient(server.url, { cookie: world.cookie });
});

type Row = { email: string; name?: string; label?: string; value?: string };

/** Submissions as the database holds them, many at once. */
async function store(form: World["form"], rows: Row[]) {
	const now = new Date();
	await transaction((tx) =>
		tx.submission.createMany({
			data: rows.map(({ email, name = "", label = "Message", value = "Text." }) => ({
				formId: form.id,
				appId: form.appId,
				userId: form.userId,
				email,
				name,
				answers: JSON.stringify([{ id: "one", type: "textarea", label, value }]),
				createdAt: now,
				updatedAt: now,
				lastActivityAt: now,
			})),
		}),
	);
}

function exportOf(form: World["form"], format: string) {
	return owner.get(`/app/${form.appId}/forms/${form.id}/submissions/export?format=${format}`);
}

/** The cells of a CSV text (RFC 4180), row by row. */
function parseCsv(text: string): string[][] {
	const rows: string[][] = [[]];
	for (const [whole, quoted, plain, end] of text.matchAll(
		/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g,
	)) {
		if (whole === "") continue;
		rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? "");
		if (end === "\r\n") rows.push([]);
	}
	return rows.filter((row) => row.length > 0);
}

describe("1,200 submissions", () => {
	let form: World["form"];
	const emails = Array.from({ length: COUNT }, (_, at) => `v${at}@example.com`);

	beforeAll(async () => {
		form = await createForm(world.app);
		const rows = emails.map((email) => ({ email }));
		await store(form, rows);
	});

	for (const { format, type } of [
		{ format: "csv", type: "text/csv; charset=utf-8" },
		{ format: "json", type: "application/json" },
	]) {
		test(`are exported as ${format}, whole and in order, and leave before they are all read`, async () => {
			const { status, headers, text } = await exportOf(form, format);
			expect(status).toBe(200);
			expect(headers).toMatchObject({
				"content-type": type,
				"content-disposition": `attachment; filename="submissions.${format}"`,
				"cache-control": "no-store",
				"transfer-encoding": "chunked",
			});
			expect(headers["content-length"]).toBeUndefined();
			if (format === "csv") {
				expect(text.startsWith(BOM + HEAD)).toBe(true);
				const [, ...rows] = parseCsv(text);
				expect(rows.map((row) => row[2])).toEqual(emails);
				expect(rows.every((row) => row.length === 11)).toBe(true);
			} else {
				const rows = JSON.parse(text) as { email: string; form: string }[];
				expect(rows.map((row) => row.email)).toEqual(emails);
				expect(new Set(rows.map((row) => row.form))).toEqual(new Set([form.title]));
			}
		});
	}
});

test("a list's filters hold in its export, too", async () => {
	const form = await createForm(world.app);
	const [high, low, mine] = ["high@example.com", "low@example.com", "mine@example.com"];
	await store(form, [{ email: high }, { email: low, value: "Where is it?" }, { email: mine }]);
	await transaction(async (tx) => {
		const verifiedAt = new Date();
		const where = { formId: form.id };
		await tx.submission.updateMany({ where, data: { verifiedAt, lastSender: "user" } });
		const of = (email: string) => ({ formId: form.id, email });
		await tx.submission.updateMany({ where: of(high), data: { priority: "high" } });
		await tx.submission.updateMany({ where: of(mine), data: { lastSender: "admin" } });
		await tx.submission.updateMany({ where: of(low), data: { status: "resolved" } });
	});
	const address = `/app/${form.appId}/forms/${form.id}/submissions`;
	for (const [query, emails] of [
		["?show=all", [high, low, mine]],
		["?show=waiting", [high]],
		["?show=open", [mine]],
		["?show=resolved", [low]],
		["?show=closed", []],
		["?show=all&priority=high", [high]],
		["?show=all&q=lo", [low]],
		["?show=open&q=lo", []],
		["?show=all&tag=none", []],
		[`?show=waiting&in=${form.id}`, [high]],
	] as const) {
		const { text: page } = await owner.get(address + query);
		const link = /href="([^"]*export\?[^"]*format=json)"/.exec(page)?.[1]?.replaceAll("&amp;", "&");
		const rows = JSON.parse((await owner.get(link ?? "")).text) as { email: string }[];
		expect([query, rows.map(({ email }) => email)]).toEqual([query, emails]);
	}
});

test("a cell that a spreadsheet would run is text", async () => {
	const form = await createForm(world.app);
	const hostile = [
		"=1+1",
		"+1+1",
		"-1+1",
		"@SUM(A1)",
		"\t=1+1",
		'=HYPERLINK("https://evil.example","x")',
		"=cmd|' /C calc'!A0",
	];
	await store(
		form,
		hostile.map((name, at) => ({ email: `h${at}@example.com`, name, label: name, value: name })),
	);
	const [, ...rows] = parseCsv((await exportOf(form, "csv")).text);
	expect(rows.map((row) => row[3])).toEqual(hostile.map((name) => `'${name}`));
	for (const row of rows) for (const cell of row) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
	const json = JSON.parse((await exportOf(form, "json")).text) as { name: string }[];
	expect(json.map(({ name }) => name)).toEqual(hostile);
});

test("quotes, commas and line breaks stay in their cell", async () => {
	const form = await createForm(world.app);
	const name = 'Ada "the first", Countess';
	const value = 'One line\nand "another", with\r\na third';
	await store(form, [{ email: "quotes@example.com", name, value }]);
	const [, row] = parseCsv((await exportOf(form, "csv")).text);
	expect(row?.[3]).toBe(name);
	expect(row?.[9]).toBe(`Message: ${value}`);
});

test("holds the conversation", async () => {
	const path = `/admin/conversation/${world.submission.id}`;
	await owner.post(path, { message: "We look into it.", request_id: crypto.randomUUID() });
	const rows = JSON.parse((await exportOf(world.form, "json")).text) as Record<string, unknown>[];
	expect(rows.map((row) => row.email_verified)).toEqual([true, false]);
	expect(rows[0]?.messages).toEqual([
		{
			sender_type: "admin",
			message: "We look into it.",
			created_at: expect.any(String),
			via: "page",
		},
	]);
	await transaction((tx) =>
		tx.message.updateMany({ where: { submissionId: world.submission.id }, data: { via: "mail" } }),
	);
	const [, row] = parseCsv((await exportOf(world.form, "csv")).text);
	expect(row?.at(-1)).toBe("admin by mail: We look into it.");
});

test("of an app holds every form's submissions, also a deleted form's, and no other owner's", async () => {
	const second = await createForm(world.app);
	await store(second, [{ email: "of-a-deleted-form@example.com" }]);
	await deleteForm(world.app, second.id);
	for (const format of ["csv", "json"]) {
		const path = `/app/${world.app.appId}/forms/submissions/export?format=${format}`;
		const { text } = await owner.get(path);
		expect(text).toContain(world.submission.email);
		expect(text).toContain(world.unverified.email);
		expect(text).toContain("of-a-deleted-form@example.com");
		for (const one of [other.submission, other.unverified]) expect(text).not.toContain(one.email);
	}
	expect((await exportOf(second, "csv")).text).toContain("of-a-deleted-form@example.com");
	const foreign = await exportOf({ ...other.form, appId: world.app.appId }, "csv");
	expect(foreign.text).not.toContain(other.submission.email);
});

test("of a form without submissions is an empty file", async () => {
	const form = await createForm(world.app);
	expect((await exportOf(form, "csv")).text).toBe(BOM + HEAD);
	expect(JSON.parse((await exportOf(form, "json")).text)).toEqual([]);
});

test("in another format, or none, is a page that says which there are", async () => {
	for (const format of ["", "xlsx", "CSV", "__proto__"]) {
		const answer = await exportOf(world.form, format);
		expect(answer.status).toBe(400);
		expect(answer.headers["content-type"]).toMatch(/^text\/html/);
		expect(answer.text).toContain("Submissions are exported as csv or json.");
	}
});
