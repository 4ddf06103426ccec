import { beforeEach, describe, expect, test } from "vitest";
import { grantPlan } from "#app/admin/administration.server.ts";
import { saveContactEmail, trashApp } from "#app/apps/app.server.ts";
import { deleteForm, updateForm } from "#app/forms/form.server.ts";
import { CONTROL } from "#app/forms/visitor-form.ts";
import { dumpDatabase, dumpWhenMailIsSent, rowsWith } from "../../kit/dump.ts";
import { type Answer, createClient, type Values } from "../../kit/http/client.ts";
import {
	firstPage,
	inFullWidth,
	inSpaces,
	namesOf,
	questionIn,
	secondPage,
	sumOf,
} from "../../kit/http/visitor-form.ts";
import { serve } from "../../kit/process/serve.ts";
import { rowsOf } from "../../kit/rows.ts";
import { answersTo, type TestForm } from "../../kit/world/form.ts";
import { createWorld, databaseFile, type World } from "../../kit/world/world.ts";

const JSON_TYPE = "application/json";
const SENT = "Form submitted! Please check your email to verify and start the conversation.";
const QUESTION = /^What is \d+ \+ \d+\?$/;
const CLOSED = "This form is not accepting new messages right now.";
const UNREADABLE = "The body can't be read as a form or as JSON.";

const client = createClient(serve());
let world: World;
let form: TestForm;

beforeEach(async () => {
	world = await createWorld();
	form = world.form;
});

function postForm(values: Values, headers: Record<string, string> = {}): Promise<Answer> {
	return client.post(form.path, values, { Accept: JSON_TYPE, ...headers });
}

function postJson(body: unknown, headers: Record<string, string | undefined> = {}) {
	const text = typeof body === "string" ? body : JSON.stringify(body);
	return client.post(form.path, text, { Accept: JSON_TYPE, "Content-Type": JSON_TYPE, ...headers });
}

function valuesFor(texts?: Parameters<typeof answersTo>[1]): Record<string, string> {
	return Object.fromEntries(answersTo(form, texts));
}

function fieldId(label: string): string {
	return form.fields.find((field) => field.label === label)?.id ?? "";
}

/** The answer is JSON that nobody keeps; its content. */
function contentOf(answer: Answer, status: number) {
	expect([answer.status, answer.text]).toEqual([status, expect.any(String)]);
	expect(answer.headers["content-type"]).toMatch(/^application\/json/);
	expect(answer.headers["cache-control"]).toBe("no-store");
	expect(answer.cookies).toEqual([]);
	return JSON.parse(answer.text) as Record<string, unknown>;
}

function submissionsOf(email: string) {
	return rowsWith(dumpDatabase(databaseFile), [email]).Submission;
}

describe("an app that sends a form", () => {
	test("is asked a question, answers it, and is told what comes next", async () => {
		const values = valuesFor({ email: "from-json@example.com" });
		const asked = await postJson({ values });
		expect(contentOf(asked, 422)).toEqual({
			error: "Please answer the question, and send the values again with it.",
			question: { text: expect.stringMatching(QUESTION), token: expect.any(String) },
		});
		expect(submissionsOf("from-json@example.com")).toEqual([]);
		const answered = { values, question: questionIn(asked.text), sum: sumOf(asked.text) };
		expect(contentOf(await postJson(answered), 202)).toEqual({ message: SENT });
		expect(submissionsOf("from-json@example.com")).toHaveLength(1);
		const { OutboxMail: mails } = rowsWith(dumpDatabase(databaseFile), ["from-json@example.com"]);
		expect(mails).toHaveLength(1);
	});

	test("may send what the page sends", async () => {
		const texts = { email: "like-the-page@example.com" };
		const asked = await postForm(firstPage(form, texts));
		contentOf(asked, 422);
		const sent = await postForm({
			...firstPage(form, texts),
			[CONTROL.question]: questionIn(asked.text),
			[CONTROL.answer]: sumOf(asked.text),
		});
		expect(contentOf(sent, 202)).toEqual({ message: SENT });
		expect(submissionsOf(texts.email)).toHaveLength(1);
	});

	test("may be another program than a browser, which says nothing of where it is", async () => {
		const program = { Origin: undefined, "Sec-Fetch-Site": undefined };
		contentOf(await postJson({ values: valuesFor() }, program), 422);
	});

	test("learns what is wrong by the id of the field", async () => {
		const values = {
			[fieldId("Name")]: "   ",
			[fieldId("Email")]: "not an address",
			[fieldId("Message")]: "x".repeat(5_001),
			[fieldId("Topic")]: "Something else",
		};
		const errors = {
			[fieldId("Name")]: "Name is required",
			[fieldId("Email")]: "Please enter a valid email address",
			[fieldId("Message")]: "Please use at most 5000 characters.",
			[fieldId("Topic")]: "Please choose one of the options.",
		};
		const before = await dumpWhenMailIsSent(databaseFile);
		expect(contentOf(await postJson({ values }), 422)).toEqual({ errors });
		const named = namesOf(new Map(Object.entries(values)));
		expect(contentOf(await postForm(named), 422)).toEqual({ errors });
		expect(contentOf(await postJson({}), 422)).toEqual({
			error: "Email is required for form submission",
			errors: {
				[fieldId("Name")]: "Name is required",
				[fieldId("Email")]: "Email is required",
				[fieldId("Message")]: "Message is required",
			},
		});
		expect(dumpDatabase(databaseFile)).toEqual(before);
	});

	test("gets a new question after a wrong sum, an altered question and another form's", async () => {
		const { question, sum } = await ask();
		const other = await createWorld();
		const otherToken = secondPage(other.form)[CONTROL.question] as string;
		const values = valuesFor();
		const before = await dumpWhenMailIsSent(databaseFile);
		const wrong: [unknown, unknown, string][] = [
			[question, String(Number(sum) + 1), "Incorrect captcha answer. Please try again."],
			[question, "", "Incorrect captcha answer. Please try again."],
			[question.slice(0, -1), sum, "That question has expired."],
			[`A${question}`, sum, "That question has expired."],
			["garbage", sum, "That question has expired."],
			[".", sum, "That question has expired."],
			[otherToken, sum, "That question has expired."],
		];
		for (const [token, answer, error] of wrong) {
			const content = contentOf(await postJson({ values, question: token, sum: answer }), 422);
			expect(content.error).toContain(error);
			const next = content.question as { text: string; token: string };
			expect(next.text).toMatch(QUESTION);
			expect(next.token).not.toBe(question);
		}
		// Wrong answers are counted, and nothing else is.
		expect({ ...dumpDatabase(databaseFile), RateLimit: [] }).toEqual({ ...before, RateLimit: [] });
	});

	test("may answer in full-width digits and with spaces around", async () => {
		for (const write of [inSpaces, inFullWidth]) {
			const { question, sum } = await ask();
			const sent = await postJson({ values: valuesFor(), question, sum: write(sum) });
			expect(contentOf(sent, 202)).toEqual({ message: SENT });
		}
	});

	test("is told when to come back after three submissions of one address", async () => {
		const email = "too-often@example.com";
		const send = async (address: string) => {
			const { question, sum } = await ask();
			return postJson({ values: valuesFor({ email: address }), question, sum });
		};
		for (const address of [email, "Too-Often@Example.com", email]) {
			contentOf(await send(address), 202);
		}
		const before = await dumpWhenMailIsSent(databaseFile);
		const refused = await send(email.toUpperCase());
		expect(contentOf(refused, 429)).toEqual({
			error: "Too many submissions. Please wait before submitting again.",
		});
		const seconds = Number(refused.headers["retry-after"]);
		expect(seconds).toBeGreaterThan(3_500);
		expect(seconds).toBeLessThanOrEqual(3_600);
		expect(dumpDatabase(databaseFile)).toEqual(before);
	});

	test("that fills in the honeypot gets the same answer, and nothing is stored", async () => {
		const before = await dumpWhenMailIsSent(databaseFile);
		const sent = await postForm({ ...firstPage(form), [CONTROL.honeypot]: "https://spam.example" });
		expect(contentOf(sent, 202)).toEqual({ message: SENT });
		expect(dumpDatabase(databaseFile)).toEqual(before);
	});

	test("learns that an old revision of the form was sent", async () => {
		await updateForm(world.app, form.id, { ...form, description: "New.", revision: form.revision });
		const before = await dumpWhenMailIsSent(databaseFile);
		expect(contentOf(await postForm(secondPage(form)), 409)).toEqual({
			error: "This form has changed. Please load it again.",
		});
		expect(dumpDatabase(databaseFile)).toEqual(before);
	});

	test("learns that the form takes no messages now", async () => {
		await grantPlan(world.user.email, "free");
		const before = await dumpWhenMailIsSent(databaseFile);
		const answers = [await postJson({ values: valuesFor() }), await postForm(secondPage(form))];
		for (const answer of answers) {
			expect(contentOf(answer, 409)).toEqual({ error: CLOSED });
		}
		expect(dumpDatabase(databaseFile)).toEqual(before);
		await saveContactEmail(world.app, "hello@example.com");
		expect(contentOf(await postForm(secondPage(form)), 409)).toEqual({
			error: CLOSED,
			contact_email: "hello@example.com",
		});
	});
});

describe("an address without a form", () => {
	test("answers 404 with the sentence of the page", async () => {
		const { accountName } = world.user;
		const slug = world.app.app.slug;
		for (const [path, error] of [
			[`/${accountName}/${slug}/forms/never-was`, "Form not found"],
			[`/${accountName}/x/forms/y`, `App "x" not found for account "${accountName}"`],
			["/nobody-here/some-app/forms/x", 'Account "nobody-here" not found'],
		] as const) {
			const answer = await client.post(path, {}, { Accept: JSON_TYPE });
			expect(contentOf(answer, 404)).toEqual({ error });
		}
	});

	test("answers 410 once the form or its app was taken down", async () => {
		await deleteForm(world.app, form.id);
		expect(contentOf(await postJson({}), 410)).toEqual({
			error: "This form was taken down by its developer.",
		});
		const other = await createWorld();
		await trashApp(other.user, other.app.appId);
		const answer = await client.post(other.form.path, {}, { Accept: JSON_TYPE });
		expect(contentOf(answer, 410)).toEqual({ error: "This app was taken down by its developer." });
	});

	test("answers 308 with the present one after a rename, where the same post goes through", async () => {
		const title = `Renamed ${form.id.slice(0, 8)}`;
		await updateForm(world.app, form.id, { ...form, title, revision: form.revision });
		const present = form.path.replace(form.slug, title.toLowerCase().replace(" ", "-"));
		const moved = await postJson({ values: valuesFor() });
		expect([moved.status, moved.headers.location]).toEqual([308, present]);
		const asked = await client.post(`${form.path}?ref=app`, {}, { Accept: JSON_TYPE });
		expect([asked.status, asked.headers.location]).toEqual([308, `${present}?ref=app`]);
		form = { ...form, path: present };
		contentOf(await postJson({ values: valuesFor() }), 422);
	});
});

describe("a body that can't be read", () => {
	const bodies: [string, string][] = [
		["", "no text at all"],
		["{", "JSON that breaks off"],
		['{"values": {', "values that break off"],
		["null", "null"],
		["1", "a number"],
		['"text"', "a text"],
		["[]", "a list"],
		['[{"values": {}}]', "a list of forms"],
		['{"values": []}', "values as a list"],
		['{"values": null}', "values of null"],
		['{"values": "text"}', "values as a text"],
		["[".repeat(100_000), "a hundred thousand lists"],
	];

	for (const [body, what] of bodies) {
		test(`such as ${what} is refused with a sentence`, async () => {
			const before = await dumpWhenMailIsSent(databaseFile);
			expect(contentOf(await postJson(body), 400)).toEqual({ error: UNREADABLE });
			expect(dumpDatabase(databaseFile)).toEqual(before);
		});
	}

	test("such as another kind of content, or more than 512 kB, is refused", async () => {
		for (const type of ["text/plain", "application/xml", "multipart/form-data", "garbage"]) {
			const answer = await postJson("x=y", { "Content-Type": type });
			expect(contentOf(answer, 400)).toEqual({ error: UNREADABLE });
		}
		const values = { [fieldId("Message")]: "x".repeat(1_000_000) };
		expect((await postJson({ values })).status).toBe(413);
	});

	test("holds numbers and booleans, which count as their text", async () => {
		const { question, sum } = await ask();
		const email = `json-${crypto.randomUUID()}@example.com`;
		const values = { ...valuesFor({ email }), [fieldId("Name")]: 42, [fieldId("Message")]: false };
		contentOf(await postJson({ values, question, sum: Number(sum) }), 202);
		const text = String(rowsOf("Submission", email)[0]?.answers);
		expect(text).toContain('"label":"Name","value":"42"');
		expect(text).toContain('"label":"Message","value":"false"');
	});

	test("holds values that are no texts, which count as left open", async () => {
		for (const value of [null, ["a"], { a: "b" }]) {
			const values = { ...valuesFor(), [fieldId("Message")]: value };
			expect(contentOf(await postJson({ values }), 422)).toEqual({
				errors: { [fieldId("Message")]: "Message is required" },
			});
		}
	});
});

describe("who gets the page", () => {
	test("a browser, though it would take JSON too", async () => {
		for (const Accept of [
			"text/html,application/json",
			"application/json;q=0.9, text/html",
			"text/html,application/xhtml+xml,*/*;q=0.8",
			"*/*",
			"",
		]) {
			const answer = await postForm(firstPage(form), { Accept });
			expect([Accept, answer.status]).toEqual([Accept, 200]);
			expect(answer.headers["content-type"]).toMatch(/^text\/html/);
			expect(answer.text).toMatch(/What is \d+ \+ \d+\?/);
		}
	});

	test("everybody who looks rather than sends", async () => {
		const answer = await client.get(form.path, { Accept: JSON_TYPE });
		expect(answer.status).toBe(200);
		expect(answer.text).toContain(form.title);
	});
});

/** A question of this form with its answer. */
async function ask(): Promise<{ question: string; sum: string }> {
	const { text } = await postJson({ values: valuesFor() });
	return { question: questionIn(text), sum: sumOf(text) };
}
