import { beforeEach, describe, expect, test } from "vitest";
import type { AppAccess } from "#app/accounts/access.server.ts";
import { resolveDocument, resolveOldDocument } from "#app/addresses/address.server.ts";
import { trashApp } from "#app/apps/app.server.ts";
import { publishDocument, readDocument, updateDocument } from "#app/documents/document.server.ts";
import {
	deleteDocument,
	forgetDeletedDocuments,
	restoreDocument,
} from "#app/documents/document-deletion.server.ts";
import { countNewDocument } from "#app/documents/document-limit.server.ts";
import { listDocuments } from "#app/documents/document-list.server.ts";
import { renderDocument } from "#app/documents/document-page.server.ts";
import { transaction } from "#app/platform/db/db.server.ts";
import { ChangedMeanwhile } from "#app/platform/revision.ts";
import { DAY_MS, HOUR_MS, later } from "#app/platform/time.ts";
import { outcomeOf } from "../../kit/outcome.ts";
import { readDatabase } from "../../kit/read-database.ts";
import { refusalOf } from "../../kit/refusal.ts";
import { withoutChange } from "../../kit/rows.ts";
import { stopClock } from "../../kit/stop-clock.ts";
import { createApp } from "../../kit/world/app.ts";
import { createDocument } from "../../kit/world/document.ts";
import { createUser, type TestUser } from "../../kit/world/user.ts";

const TOO_NESTED = "^[a]".repeat(50_000);

let user: TestUser;
let account: string;
let app: AppAccess;

beforeEach(async () => {
	user = await createUser();
	account = user.accountName ?? "";
	app = await createApp(user, "Pocket Garden");
});

async function slugOf(title: string): Promise<string> {
	return (await createDocument(app, { title })).slug;
}

async function stored(documentId: string) {
	const document = await readDocument(app, documentId);
	if (!document) throw new Error("The document is not there");
	return document;
}

/** Saves over the present revision, unless the change says over which. */
async function save(
	documentId: string,
	change: { title?: string; slug?: string; content?: string; revision?: number },
) {
	const { title, content, revision } = await stored(documentId);
	return updateDocument(app, documentId, { title, content, revision, ...change });
}

async function resolve(slug: string): Promise<string> {
	return outcomeOf(await resolveDocument(account, "pocket-garden", slug));
}

async function resolveOld(slug: string): Promise<string> {
	return outcomeOf(await resolveOldDocument(app.appId, slug));
}

function path(slug: string): string {
	return `/${account}/pocket-garden/${slug}`;
}

function newDocument() {
	return { title: "Privacy Policy", content: "text", request_id: crypto.randomUUID() };
}

describe("what an account can store", () => {
	test("is 60 saves an hour, over all of its documents, and says when there is room", async () => {
		const advance = stopClock();
		const [one, other] = [await createDocument(app), await createDocument(app, { title: "Terms" })];
		for (let n = 0; n < 60; n += 1) await save(n % 2 ? one.id : other.id, { content: `${n}` });
		const attempt = () => refusalOf(save(one.id, { content: "One more" }));
		expect(await withoutChange(attempt)).toMatchObject({
			message: "You have saved 60 times within the hour. You can save this in 60 minutes.",
			status: 429,
			retryAfterSeconds: 3600,
		});
		advance(HOUR_MS);
		expect(await save(one.id, { content: "One more" })).not.toBeNull();
	});

	test("is 600 new documents an hour", async () => {
		await transaction(async (tx) => {
			for (let n = 0; n < 600; n += 1) countNewDocument(tx, app);
		});
		const attempt = () => refusalOf(publishDocument(app, newDocument()));
		expect(await withoutChange(attempt)).toMatchObject({ status: 429 });
	});

	test("is 200 documents an app", async () => {
		const page = { html: "", preview: "", headings: "[]", revision: 1 };
		const data = Array.from({ length: 199 }, (_, n) => ({
			...{ appId: app.appId, title: `${n}`, slug: `${n}`, content: "", requestId: `${n}`, ...page },
			...{ createdAt: new Date(), updatedAt: new Date() },
		}));
		await transaction((tx) => tx.document.createMany({ data }));
		const { id } = await publishDocument(app, newDocument());
		const refusal = await withoutChange(() => refusalOf(publishDocument(app, newDocument())));
		expect(refusal).toMatchObject({ status: 429 });
		expect(refusal.message).toContain("An app holds 200 documents");
		await deleteDocument(app, id);
		await publishDocument(app, newDocument());
	});

	test("is 200 MB of texts and versions, those of deleted documents among them", async () => {
		const { id } = await createDocument(app);
		const large = Array.from({ length: 1_000 }, (_, n) => ({
			...{ documentId: id, revision: n + 2, title: "Large", content: "x".repeat(199_999) },
			...{ savedBy: user.email, createdAt: new Date() },
		}));
		await transaction((tx) => tx.documentVersion.createMany({ data: large }));
		await deleteDocument(app, id);
		await publishDocument(app, newDocument());
		const long = { ...newDocument(), content: "x".repeat(1_000) };
		const refusal = await withoutChange(() => refusalOf(publishDocument(app, long)));
		expect(refusal).toMatchObject({ status: 429 });
		expect(refusal.message).toContain("200 MB of texts and versions");
		// The tests after this one read the whole database, twice each.
		await transaction((tx) => tx.documentVersion.deleteMany({ where: { documentId: id } }));
	});
});

describe("publishing", () => {
	test("makes the page, its first version and its address", async () => {
		const advance = stopClock();
		const content = "## What we collect\n\nNothing **at all**.";
		const { id } = await publishDocument(app, { ...newDocument(), content });
		advance(DAY_MS);
		const resolved = await resolveDocument(account, "pocket-garden", "privacy-policy");
		expect(resolved).toMatchObject({
			outcome: "found",
			page: {
				title: "Privacy Policy",
				updatedAt: new Date("2026-11-21T08:00:00.000Z"),
				app: { name: "Pocket Garden", slug: "pocket-garden" },
				html: expect.stringContaining("<strong>at all</strong>"),
			},
		});
		if (resolved.outcome !== "found") throw new Error("It is not found");
		expect(JSON.parse(resolved.page.headings)).toMatchObject([
			{ text: "What we collect", level: 2 },
		]);
		expect(await stored(id)).toMatchObject({ revision: 1, slug: "privacy-policy" });
	});

	test("gives a title that is used already -1, -2, …", async () => {
		expect(await slugOf("Privacy Policy")).toBe("privacy-policy");
		expect(await slugOf("Privacy Policy")).toBe("privacy-policy-1");
		expect(await slugOf("PRIVACY policy!")).toBe("privacy-policy-2");
	});

	test("counts in each app for itself", async () => {
		await slugOf("Privacy Policy");
		app = await createApp(user, "Another App");
		expect(await slugOf("Privacy Policy")).toBe("privacy-policy");
	});

	test.each([
		["Documents", "documents-1"],
		["FORMS", "forms-1"],
		["documents!", "documents-1"],
	])("gives the reserved title %j the address %s", async (title, slug) => {
		expect(await slugOf(title)).toBe(slug);
		expect(await resolve(slug)).toBe("found");
	});

	test.each(["プライバシーポリシー", "سياسة الخصوصية", "🌱🌱", "___"])(
		"gives the title %j, of which nothing is left, the address document",
		async (title) => {
			expect(await slugOf(title)).toBe("document");
			expect(await slugOf(title)).toBe("document-1");
			expect(await resolve("document")).toBe("found");
		},
	);

	test("keeps addresses apart that are as long as they may be", async () => {
		const long = `abcde ${"x".repeat(54)}`;
		expect(await slugOf(long)).toBe(`abcde-${"x".repeat(54)}`);
		const more = [await slugOf(long), await slugOf(long), await slugOf(long)];
		expect(new Set(more).size).toBe(3);
		for (const slug of more) {
			expect(slug.length).toBeLessThanOrEqual(60);
			expect(await resolve(slug)).toBe("found");
		}
	});

	test("keeps a word of 300 characters apart from its twins", async () => {
		const slugs = [await slugOf("x".repeat(300)), await slugOf("x".repeat(299))];
		expect(slugs).toEqual(["x".repeat(60), `${"x".repeat(58)}-1`]);
	});

	test("twice by one page makes one document", async () => {
		const request = newDocument();
		const first = await publishDocument(app, request);
		expect(await withoutChange(() => publishDocument(app, request))).toEqual(first);
	});

	test("by two clicks at once makes one document, and each click is told of it", async () => {
		const request = newDocument();
		const made = await Promise.all([publishDocument(app, request), publishDocument(app, request)]);
		expect(new Set(made.map(({ id }) => id)).size).toBe(1);
		expect(await listDocuments(app)).toMatchObject([{ slug: "privacy-policy" }]);
	});

	test("of one title in two tabs at once gives each its own address", async () => {
		const made = await Promise.all([createDocument(app), createDocument(app)]);
		expect(made.map(({ slug }) => slug).toSorted()).toEqual(["privacy-policy", "privacy-policy-1"]);
	});

	test("may reuse the address of a deleted document", async () => {
		const { id } = await createDocument(app);
		await deleteDocument(app, id);
		expect(await resolve("privacy-policy")).toBe("gone");
		expect(await slugOf("Privacy Policy")).toBe("privacy-policy");
		expect(await resolve("privacy-policy")).toBe("found");
	});

	test("or saving is refused with a sentence when the Markdown takes too long, and changes nothing", async () => {
		const { id } = await createDocument(app);
		const refused = {
			field: "content",
			message: expect.stringContaining("can't be turned into a page"),
		};
		for (const work of [
			() => createDocument(app, { content: TOO_NESTED }),
			() => save(id, { content: TOO_NESTED }),
		]) {
			expect(await withoutChange(() => refusalOf(work()))).toMatchObject(refused);
		}
	});

	test("does not happen for an app that went to the trash meanwhile", async () => {
		await trashApp(user, app.appId);
		await withoutChange(() => expect(createDocument(app)).rejects.toThrow());
	});

	test("is not what a preview does", async () => {
		const markdown = "# Hello\n\n<script>alert(1)</script>";
		const { html } = await withoutChange(() =>
			renderDocument(app, { title: "Hi", content: markdown }),
		);
		expect(html).toContain("Hello");
		expect(html).not.toContain("<script");
	});
});

describe("saving", () => {
	test("keeps every version, and moves the date", async () => {
		const advance = stopClock();
		const { id, createdAt } = await createDocument(app, { content: "one" });
		advance(DAY_MS);
		expect(await save(id, { content: "two" })).toBe(2);
		const updatedAt = later(createdAt, DAY_MS);
		expect(await stored(id)).toMatchObject({ content: "two", revision: 2, createdAt, updatedAt });
		const versions = readDatabase().DocumentVersion as { documentId: string; content: string }[];
		const own = versions.filter(({ documentId }) => documentId === id);
		expect(own.map(({ content }) => content).toSorted()).toEqual(["one", "two"]);
	});

	test("the same again changes nothing and does not move the date", async () => {
		const advance = stopClock();
		const { id } = await createDocument(app);
		advance(DAY_MS);
		expect(await withoutChange(() => save(id, {}))).toBe(1);
	});

	test("the same again from a tab with an older revision is the same save", async () => {
		const { id } = await createDocument(app, { content: "one" });
		await save(id, { content: "two" });
		expect(await withoutChange(() => save(id, { content: "two", revision: 1 }))).toBe(2);
	});

	test("only what is said of it keeps the text, and a note needs a change to tell of", async () => {
		const { id } = await createDocument(app, { title: "Privacy", content: "one" });
		const save = { title: "Privacy", content: "one", revision: 1 };
		const noted = refusalOf(updateDocument(app, id, { ...save, note: "New host" }));
		expect(await noted).toMatchObject({
			field: "note",
			message: expect.stringMatching(/no change to tell of/),
		});
		const described = {
			...save,
			kind: "terms",
			effective_on: "2027-01-31",
			note: "New host",
		} as const;
		expect(await updateDocument(app, id, described)).toBe(2);
		expect(await updateDocument(app, id, described)).toBe(2);
		expect(await readDocument(app, id)).toMatchObject({ kind: "terms", effectiveOn: "2027-01-31" });
	});

	test("in a second tab is told that the document changed, and changes nothing", async () => {
		const advance = stopClock();
		const { id } = await createDocument(app, { content: "one" });
		advance(DAY_MS);
		await save(id, { content: "first tab" });
		const savedAt = (await stored(id)).updatedAt;
		advance(DAY_MS);
		const second = { content: "second tab", revision: 1 };
		const refusal = await withoutChange(() => refusalOf(save(id, second)));
		expect(refusal).toBeInstanceOf(ChangedMeanwhile);
		expect(refusal).toMatchObject({ status: 409, revision: 2, savedAt });
		expect(await save(id, { ...second, revision: 2 })).toBe(3);
		expect(await stored(id)).toMatchObject({ content: "second tab", revision: 3 });
	});

	test("in two tabs at the same moment is won by one, and the other is told", async () => {
		const { id } = await createDocument(app, { content: "one" });
		const outcomes = await Promise.allSettled(
			["left", "right"].map((content) => save(id, { content, revision: 1 })),
		);
		const lost = outcomes.filter((outcome) => outcome.status === "rejected");
		expect(lost).toHaveLength(1);
		expect(lost[0]?.reason).toBeInstanceOf(ChangedMeanwhile);
		expect((await stored(id)).revision).toBe(2);
	});

	test.each([0, -1, 99, 2 ** 31])(
		"over the revision %d, which is not there, is refused",
		async (revision) => {
			const { id } = await createDocument(app);
			const refusal = await refusalOf(save(id, { content: "new", revision }));
			expect(refusal).toBeInstanceOf(ChangedMeanwhile);
		},
	);

	test("an unknown or a deleted document answers no, and changes nothing", async () => {
		const { id } = await createDocument(app);
		await deleteDocument(app, id);
		for (const absent of ["", "unknown", app.appId, "\u0000", id]) {
			const late = { title: "Privacy Policy", content: "late", revision: 1 };
			expect(await withoutChange(() => updateDocument(app, absent, late))).toBeNull();
			expect(await readDocument(app, absent)).toBeNull();
		}
	});
});

describe("a title edit", () => {
	test("moves the address, and every earlier one leads to the present one", async () => {
		const { id } = await createDocument(app, { title: "Privacy Policy" });
		await save(id, { title: "Privacy Notice" });
		await save(id, { title: "Your Privacy" });
		expect(await resolve("privacy-policy")).toBe(path("your-privacy"));
		expect(await resolve("privacy-notice")).toBe(path("your-privacy"));
		expect(await resolve("your-privacy")).toBe("found");
		await save(id, { title: "Privacy Policy" });
		expect(await resolve("privacy-policy")).toBe("found");
		expect(await resolve("privacy-notice")).toBe(path("privacy-policy"));
		expect(await resolve("your-privacy")).toBe(path("privacy-policy"));
	});

	test("that leaves the address as it is makes no alias", async () => {
		const { id } = await createDocument(app, { title: "Privacy Policy" });
		const before = readDatabase().Alias;
		await save(id, { title: "PRIVACY: policy" });
		expect(readDatabase().Alias).toEqual(before);
		expect(await resolve("privacy-policy")).toBe("found");
	});

	test("to a title that another document has gets a suffix", async () => {
		await createDocument(app, { title: "Privacy Policy" });
		const { id } = await createDocument(app, { title: "Terms" });
		await save(id, { title: "Privacy Policy" });
		expect((await stored(id)).slug).toBe("privacy-policy-1");
		expect(await resolve("terms")).toBe(path("privacy-policy-1"));
	});

	test("away from an address lets a new document have it, which wins over the alias", async () => {
		const { id } = await createDocument(app, { title: "Privacy Policy" });
		await save(id, { title: "Privacy Notice" });
		const successor = await createDocument(app, { title: "Privacy Policy" });
		expect(successor.slug).toBe("privacy-policy");
		expect(await resolve("privacy-policy")).toBe("found");
		await save(successor.id, { title: "Data Policy" });
		expect(await resolve("privacy-policy")).toBe(path("data-policy"));
		expect(await resolve("privacy-notice")).toBe("found");
	});
});

describe("an edit of the text alone", () => {
	test("keeps the address, also when a shorter one has become free", async () => {
		const first = await createDocument(app);
		const second = await createDocument(app);
		const third = await createDocument(app);
		await deleteDocument(app, first.id);
		await deleteDocument(app, second.id);
		await save(third.id, { content: "new text" });
		expect((await stored(third.id)).slug).toBe("privacy-policy-2");
		expect(await resolve("privacy-policy-2")).toBe("found");
		expect(await resolve("privacy-policy")).toBe("gone");
		expect(await resolve("privacy-policy-1")).toBe("gone");
	});

	test("keeps a reserved title's address", async () => {
		const { id } = await createDocument(app, { title: "Documents" });
		await save(id, { content: "new text" });
		expect((await stored(id)).slug).toBe("documents-1");
	});
});

test("a restored document has the address again that was reserved since", async () => {
	const { id } = await createDocument(app);
	await transaction((tx) => tx.document.update({ where: { id }, data: { slug: "updates" } }));
	await deleteDocument(app, id);
	expect(await restoreDocument(app, id)).toMatchObject({ moved: null });
	expect((await readDocument(app, id))?.slug).toBe("updates");
});

describe("a public address", () => {
	test.each([
		"",
		"\u0000",
		"🌱",
		"x".repeat(10_000),
		"%",
		"_",
		"privacy-polic_",
		"a~b",
		"__proto__",
	])("of strange characters is not there: %#", async (strange) => {
		await createDocument(app);
		const outcomes = await Promise.all([
			resolveDocument(account, "pocket-garden", strange),
			resolveDocument(account, strange, "privacy-policy"),
			resolveDocument(strange, "pocket-garden", "x"),
			resolveOldDocument(strange, strange),
		]);
		expect(outcomes.map(outcomeOf)).toEqual(Array(4).fill("missing"));
	});
});

describe("deleting", () => {
	test("twice, or by several clicks at once, is the same deletion", async () => {
		const { id } = await createDocument(app);
		const outcomes = await Promise.all([deleteDocument(app, id), deleteDocument(app, id)]);
		expect(outcomes).toEqual(["Privacy Policy", "Privacy Policy"]);
		expect(await withoutChange(() => deleteDocument(app, id))).toBe("Privacy Policy");
		expect(await deleteDocument(app, "unknown")).toBeNull();
	});

	test("leaves the others as they are", async () => {
		const first = await createDocument(app);
		const second = await createDocument(app);
		await deleteDocument(app, first.id);
		expect(await resolve("privacy-policy")).toBe("gone");
		expect(await resolve("privacy-policy-1")).toBe("found");
		expect(await listDocuments(app)).toMatchObject([{ id: second.id }]);
	});

	test("is for the database after 30 days, with its versions, and the address stays gone", async () => {
		const advance = stopClock();
		const kept = await createDocument(app, { title: "Kept" });
		const { id } = await createDocument(app, { title: "Doomed" });
		await save(id, { title: "Doomed Too" });
		await deleteDocument(app, id);
		const idsIn = (table: "Document" | "DocumentVersion") =>
			(readDatabase()[table] as { id: string; documentId?: string }[]).map(
				(row) => row.documentId ?? row.id,
			);
		advance(30 * DAY_MS);
		await forgetDeletedDocuments();
		expect(idsIn("Document")).toContain(id);
		advance(1);
		await forgetDeletedDocuments();
		expect(idsIn("Document")).not.toContain(id);
		expect(idsIn("DocumentVersion")).not.toContain(id);
		expect(idsIn("Document")).toContain(kept.id);
		for (const slug of ["doomed", "doomed-too"]) expect(await resolve(slug)).toBe("gone");
		expect(await resolveOld("doomed-too")).toBe("gone");
	});
});

test("the owner's list shows the newest update first, with a plain preview", async () => {
	const advance = stopClock();
	const older = await createDocument(app, {
		title: "Older",
		content: `# Hello **there**\n\n${"word ".repeat(100)}`,
	});
	advance(1);
	const newer = await createDocument(app, { title: "Newer" });
	expect((await listDocuments(app)).map(({ id }) => id)).toEqual([newer.id, older.id]);
	advance(1);
	await save(older.id, { title: "Older and newer" });
	const preview = expect.stringMatching(/^Hello there word .{0,183}$/u);
	expect((await listDocuments(app))[0]).toMatchObject({ id: older.id, preview });
});

describe("an address that its owner chose", () => {
	const TAKEN = {
		field: "slug",
		message: "Another document of this app has this address. Please choose another one.",
	};

	test("is the document's, whatever its title is and becomes", async () => {
		const title = "プライバシーポリシー";
		const { id } = await publishDocument(app, { ...newDocument(), title, slug: "privacy" });
		await save(id, { title: "Privacy Policy" });
		expect(await resolve("privacy")).toBe("found");
		expect(await resolve("privacy-policy")).toBe("missing");
	});

	test("moves the document, and the old address leads to the new one", async () => {
		const { id, updatedAt } = await createDocument(app);
		expect(await save(id, { slug: "privacy" })).toBe(2);
		expect(await stored(id)).toMatchObject({ slug: "privacy", updatedAt });
		expect(await resolve("privacy-policy")).toBe(path("privacy"));
		expect(await withoutChange(() => save(id, { slug: "privacy" }))).toBe(2);
		await save(id, { slug: "" });
		expect(await resolve("privacy")).toBe(path("privacy-policy"));
	});

	test("is refused when another document has it, and changes nothing", async () => {
		await createDocument(app);
		const { id } = await createDocument(app, { title: "Terms" });
		for (const attempt of [
			() => publishDocument(app, { ...newDocument(), slug: "privacy-policy" }),
			() => save(id, { slug: "privacy-policy" }),
		]) {
			expect(await withoutChange(() => refusalOf(attempt()))).toMatchObject(TAKEN);
		}
		expect(await resolve("privacy-policy")).toBe("found");
	});

	test("may be one that led to another document before", async () => {
		const { id } = await createDocument(app);
		await save(id, { title: "Privacy" });
		await publishDocument(app, { ...newDocument(), title: "Terms", slug: "privacy-policy" });
		expect(await resolve("privacy-policy")).toBe("found");
	});
});
