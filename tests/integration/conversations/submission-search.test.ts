import { beforeEach, describe, expect, test } from "vitest";
import type { AppAccess } from "#app/accounts/access.server.ts";
import { addTags } from "#app/conversations/inbox/bulk.server.ts";
import type { SubmissionFilter } from "#app/conversations/inbox/submission-filter.ts";
import { disownSubmission } from "#app/conversations/refusal-of-mail.server.ts";
import { eachSubmission, listSubmissions } from "#app/conversations/submission-list.server.ts";
import { indexSubmission } from "#app/conversations/submission-search.sql.ts";
import { clock } from "#app/platform/clock.server.ts";
import { insertRow, transaction } from "#app/platform/db/db.server.ts";
import { readKeyset } from "#app/platform/db/keyset.ts";
import { HOUR_MS, later } from "#app/platform/time.ts";
import { refusalOf } from "../../kit/refusal.ts";
import { stopClock } from "../../kit/stop-clock.ts";
import { createApp } from "../../kit/world/app.ts";
import {
	ask,
	createConversation,
	createDesk,
	reply,
	submissionsOf,
	submitForm,
} from "../../kit/world/conversation.ts";
import { createContactForm, type TestForm } from "../../kit/world/form.ts";

let app: AppAccess;
let form: TestForm;

beforeEach(async () => {
	({ app, form } = await createDesk());
});

/** The ids that a search finds, newest first. */
async function find(query: string, { of = app, formId }: { of?: AppAccess; formId?: string } = {}) {
	const { submissions } = listSubmissions(of, { query, formId });
	return submissions.map(({ id }) => id);
}

/** The ids on the pages of a list, one after another. */
function pagesOf(filter: SubmissionFilter): string[][] {
	const pages: string[][] = [];
	for (let before = ""; before !== "end"; ) {
		const url = new URL(`http://localhost/?${new URLSearchParams({ before })}`);
		const { submissions, next } = listSubmissions(app, { ...filter, before: readKeyset(url) });
		pages.push(submissions.map(({ id }) => id));
		before = next ?? "end";
	}
	return pages;
}

/** Many submissions at once, faster than by sending forms. */
async function createMany(count: number): Promise<void> {
	const now = clock.now();
	const { appId, userId } = app;
	await transaction(async (tx) => {
		for (let n = 0; n < count; n += 1) {
			const answers = [{ id: "m", type: "text" as const, label: "M", value: `Entry ${n}` }];
			const visitor = { email: `bulk-${n}@example.com`, name: "" };
			const number = insertRow(tx, "Submission", {
				id: crypto.randomUUID(),
				formId: form.id,
				appId,
				userId,
				...visitor,
				answers: JSON.stringify(answers),
				createdAt: later(now, n),
				updatedAt: now,
				lastActivityAt: now,
			});
			await indexSubmission(tx, { number, appId }, { answers, ...visitor });
		}
	});
}

describe("a search", () => {
	test("of what waits for an answer finds it behind pages of what doesn't", async () => {
		const { id } = await createConversation(app, form, { message: "Entry of a person" });
		await createMany(60);
		for (const query of ["Entry", "@"]) {
			expect(listSubmissions(app, { query, tab: "waiting" })).toMatchObject({
				submissions: [{ id }],
				next: null,
				counts: { waiting: 1, open: 60, all: 61 },
			});
		}
	});

	test("looks into the address, the name and every answer, in any case of letters", async () => {
		const { id } = await createConversation(app, form, {
			name: "Ärmin Øster",
			email: "Armin.Oester@Example.COM",
			message: "My Invoice\nis WRONG",
		});
		await submitForm(app, form);
		const ofTheVisitor = ["armin.oester@example.com", "OESTER@", "Ärmin", "ärmin øSTER"];
		for (const query of [...ofTheVisitor, "invoice", "is wrong", "VOIC"]) {
			expect(await find(query), query).toEqual([id]);
		}
		expect(await find("invoices")).toEqual([]);
	});

	test("finds Chinese, Japanese, Korean and emoji", async () => {
		const message = "私のデータはどこ 데이터는 어디에 我的数据在哪里 🌱🌵🌻 👩‍👩‍👧";
		const { id } = await submitForm(app, form, { message });
		await submitForm(app, form);
		for (const query of ["データ", "데이터", "我的数据", "🌱🌵🌻", "👩‍👩‍👧"]) {
			expect(await find(query), query).toEqual([id]);
		}
	});

	test.each([
		'"quoted"',
		'say "hi',
		'"""',
		"a OR b",
		"NEAR(a b)",
		"NOT x",
		"x AND y",
		"-minus",
		"star*",
		"***",
		"col:umn",
		"text : x",
		"{a b}",
		"^start",
		"(open",
		"a + b",
		"50% off_",
		"it's; DROP TABLE Submission --",
		"back\\slash",
		"?1 :x @y $z",
	])("takes %j for what it says", async (query) => {
		const { id } = await submitForm(app, form, { message: `before ${query} after` });
		await submitForm(app, form, { message: "a b quoted say hi x y minus star column start" });
		expect(await find(query)).toEqual([id]);
	});

	test.each(["\u0000\u0000\u0000", "abc\u0000def", "\ud83c\ud83c\ud83c", "x".repeat(200)])(
		"for %j finds nothing, and breaks nothing",
		async (query) => {
			await submitForm(app, form);
			expect(await find(query)).toEqual([]);
		},
	);

	test("of one or two characters looks into the address and the name", async () => {
		const { id } = await submitForm(app, form, { name: "Qi", message: "zz" });
		await submitForm(app, form, { name: "Li", message: "Qi" });
		expect(await find("Qi")).toEqual([id]);
		expect(await find("qi")).toEqual([id]);
		expect(await find("zz")).toEqual([]);
	});

	test.each(["%", "_", "%%", "_@", "\\"])("for %j finds only what holds it", async (query) => {
		const { id } = await submitForm(app, form, { name: `before ${query} after` });
		await submitForm(app, form, { name: "Nobody" });
		expect(await find(query)).toEqual([id]);
	});

	test("never finds what is another app's, the same owner's or a stranger's", async () => {
		const { id } = await submitForm(app, form, { message: "a rare marigold" });
		const sibling = await createApp(app);
		const { app: strangers } = await createDesk();
		for (const other of [sibling, strangers]) {
			await submitForm(other, await createContactForm(other), { message: "a rare marigold" });
		}
		expect(await find("marigold")).toEqual([id]);
		expect(await find("marigold", { of: sibling })).toHaveLength(1);
		const forged = { ...strangers, appId: app.appId };
		for (const query of ["marigold", ""]) expect(await find(query, { of: forged })).toEqual([]);
	});

	test("in one form leaves the other forms out", async () => {
		const other = await createContactForm(app);
		const one = await submitForm(app, form, { message: "a rare marigold" });
		const two = await submitForm(app, other, { message: "a rare marigold" });
		expect(await find("marigold", { formId: form.id })).toEqual([one.id]);
		expect(await find("marigold", { formId: other.id })).toEqual([two.id]);
		expect(await find("marigold")).toEqual([two.id, one.id]);
		expect(await find("", { formId: form.id })).toEqual([one.id]);
	});

	test("does not find what was deleted", async () => {
		const gone = await submitForm(app, form, { message: "a rare marigold" });
		const kept = await submitForm(app, form, { message: "another marigold" });
		await disownSubmission(gone.id, gone.link.token);
		expect(await find("marigold")).toEqual([kept.id]);
	});
});

describe("a list", () => {
	test("has pages of 50, the last active first, with and without a search or a tag", async () => {
		await createMany(101);
		const all = (await submissionsOf(app)).map(({ id }) => id).reverse();
		await addTags(app, all.slice(0, 50), ["bug"]);
		await addTags(app, all.slice(50, 100), ["bug"]);
		await addTags(app, all.slice(100), ["bug"]);
		for (const filter of [{}, { query: "Entry" }, { query: "bu" }, { tag: "bug" }]) {
			const found = pagesOf(filter);
			expect(found.map((page) => page.length)).toEqual([50, 50, 1]);
			expect(found.flat()).toEqual(all);
		}
	});

	test("refuses tags of which one submission would have too many, and says how many", async () => {
		const { id, email } = await submitForm(app, form, {});
		await addTags(app, [id], ["one"]);
		const twenty = Array.from({ length: 20 }, (_, n) => `tag ${n}`);
		const { message } = await refusalOf(addTags(app, [id], twenty));
		expect(message).toBe(`${email} would have 21 tags, and at most 20 fit. Nothing was changed.`);
	});

	test("goes by the last word, not by the first", async () => {
		const advance = stopClock();
		const talk = await createConversation(app, form);
		advance(HOUR_MS / 2);
		const later = await submitForm(app, form);
		expect(await find("")).toEqual([later.id, talk.id]);
		advance(1);
		await ask(talk, "Still there?");
		expect(await find("")).toEqual([talk.id, later.id]);
	});

	test("tells the state of each, and which are new", async () => {
		const advance = stopClock();
		const newest = async () => listSubmissions(app, {}).submissions.at(0);
		await submitForm(app, form);
		expect(await newest()).toMatchObject({ state: "Pending Verification", isNew: false });
		const talk = await createConversation(app, form);
		expect(await newest()).toMatchObject({ state: "Active Session", isNew: true });
		await reply(app, talk, "Hello");
		expect(await newest()).toMatchObject({ state: "Active Session", isNew: false });
		advance(HOUR_MS);
		expect(await newest()).toMatchObject({ state: "Session Expired", isNew: false });
	});
});

test("an export goes on when a submission leaves while it runs", async () => {
	await createMany(700);
	const seen: string[] = [];
	for await (const { id, email } of eachSubmission(app)) {
		seen.push(email);
		if (seen.length === 500) {
			await transaction((tx) => tx.submission.delete({ where: { id } }));
		}
	}
	expect(seen).toHaveLength(700);
});
