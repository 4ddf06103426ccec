import { beforeEach, describe, expect, test } from "vitest";
import { dumpDatabase } from "../../kit/dump.ts";
import { type Client, createClient, type Values } from "../../kit/http/client.ts";
import { supportDetailsValues, supportFormValues } from "../../kit/http/forms.ts";
import { serve } from "../../kit/process/serve.ts";
import { createAdmin } from "../../kit/world/admin.ts";
import { alterSupportForm, createSupportSubmission } from "../../kit/world/support.ts";
import { cookieOf, databaseFile } from "../../kit/world/world.ts";

const server = serve();

beforeEach(() => alterSupportForm({ isActive: true }));

async function clientAs(role: "super_admin" | "admin" | "support"): Promise<Client> {
	return createClient(server.url, { cookie: await cookieOf(await createAdmin(role)) });
}

describe("the list", () => {
	test("offers the form's builder to those who may change it", async () => {
		for (const role of ["super_admin", "admin", "support"] as const) {
			const { text } = await (await clientAs(role)).get("/admin/support");
			expect([role, text.includes("Edit support form")]).toEqual([role, role !== "support"]);
		}
	});

	test("takes any status, search and mark in its address", async () => {
		const client = await clientAs("support");
		for (const query of [
			"?status=closed",
			"?status=nonsense",
			"?status[]=new",
			"?q=%25_%00",
			`?q=${"x".repeat(5_000)}`,
			"?before=nonsense",
			"?before=2026-13-45T99:99:99.000Z_x",
			"?before=2026-11-21T08:00:00.000Z_x&q=a&status=new",
		]) {
			expect([query, (await client.get(`/admin/support${query}`)).status]).toEqual([query, 200]);
		}
	});
});

describe("a message", () => {
	test("that is not there is a 404 that says so", async () => {
		const client = await clientAs("support");
		const submission = await createSupportSubmission();
		for (const id of [crypto.randomUUID(), "nonsense", "form%00"]) {
			const path = `/admin/support/${id}`;
			const posted = await client.post(path, supportDetailsValues(submission));
			for (const answer of [await client.get(path), posted]) {
				expect(answer.status).toBe(404);
				expect(answer.text).toContain("Submission not found");
			}
		}
	});

	test("shows what people typed as text, never as HTML", async () => {
		const client = await clientAs("admin");
		const { id } = await createSupportSubmission({
			name: "<img src=x onerror=alert(1)>",
			message: "</dd><script>alert(1)</script>",
			tags: ["<b>tag</b>"],
			notes: "</textarea><script>alert(2)</script>",
		});
		for (const path of ["/admin/support", `/admin/support/${id}`]) {
			const { text } = await client.get(path);
			expect(text).not.toMatch(/<img src=x|<script>alert|<b>tag/);
		}
	});
});

describe("the builder", () => {
	test("takes no button that it doesn't have, and changes nothing", async () => {
		const client = await clientAs("super_admin");
		const values = await supportFormValues();
		const before = dumpDatabase(databaseFile);
		const insert = (payload: object) => JSON.stringify({ type: "insert", payload });
		for (const strange of [
			{ intent: "publish" },
			{ __intent__: "nonsense" },
			{ __intent__: insert({ name: "title", defaultValue: {} }) },
			{ __intent__: insert({ name: "fields", index: 99_999_999, defaultValue: {} }) },
		] as Values[]) {
			const answer = await client.post("/admin/support/form", { ...values, ...strange });
			expect(answer.status).toBe(400);
			expect(answer.text).toContain("Unknown button");
		}
		for (const state of ["", "open", "__proto__"]) {
			const answer = await client.post("/admin/support/form/state", { state });
			expect(answer.status).toBe(400);
		}
		expect(dumpDatabase(databaseFile)).toEqual(before);
	});

	test("tells each fault under the title Validation Error, and keeps what was typed", async () => {
		const client = await clientAs("super_admin");
		const values = await supportFormValues();
		const withoutFields = Object.fromEntries(
			Object.entries(values).filter(([name]) => !name.startsWith("fields[")),
		);
		const before = dumpDatabase(databaseFile);
		const noOptions = { "fields[0].type": "select", "fields[0].options": " \r\n " };
		for (const [text, sent] of Object.entries<Values>({
			"Form title is required": { ...values, title: " " },
			"At least one field is required": withoutFields,
			"Form must have at least one email field": { ...values, "fields[1].type": "text" },
			"Notification email is required to receive form submissions": {
				...values,
				notification_email: "",
			},
			"Please enter a valid notification email address": {
				...values,
				notification_email: "nobody",
			},
			"Please write the automatic reply, or turn it off.": { ...values, auto_reply_template: " " },
			"Select field &quot;Name&quot; must have at least one option": { ...values, ...noOptions },
		})) {
			const answer = await client.post("/admin/support/form", sent);
			expect([text, answer.status]).toEqual([text, 400]);
			const kept = `${values.description}</textarea>`;
			for (const part of [">Validation Error</h2>", text, kept, "<title>Error: "]) {
				expect(answer.text).toContain(part);
			}
		}
		expect(dumpDatabase(databaseFile)).toEqual(before);
	});
});
