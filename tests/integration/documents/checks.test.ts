import { beforeEach, expect, test } from "vitest";
import type { AppAccess } from "#app/accounts/access.server.ts";
import { setAside } from "#app/checks/aside.server.ts";
import { checkDocuments, checkSaved, previewText } from "#app/checks/check.server.ts";
import { updateDocument } from "#app/documents/document.server.ts";
import { repeat } from "../../fixtures/pathological.ts";
import { refusalOf } from "../../kit/refusal.ts";
import { withoutChange } from "../../kit/rows.ts";
import { createApp } from "../../kit/world/app.ts";
import { createDocument } from "../../kit/world/document.ts";
import { createUser, type TestUser } from "../../kit/world/user.ts";

const TITLE = "Privacy Policy";
const TEXT =
	"This is what we say of Mossgrove, and you may write to {{mail}} if it is not for you.";

let user: TestUser;
let app: AppAccess;
let id: string;

beforeEach(async () => {
	user = await createUser();
	app = await createApp(user, "Pocket Garden");
	await createApp(user, "Mossgrove");
	({ id } = await createDocument(app, { title: TITLE, content: TEXT }));
});

async function problems() {
	const report = await checkSaved(app, id);
	return report?.toLookAt.filter(({ isProblem }) => isProblem) ?? [];
}

async function keyOf(label: string): Promise<string> {
	return (await problems()).find((one) => one.label === label)?.key ?? "";
}

test("a saved text is checked for what is left to fill in and for the account's other apps", async () => {
	expect((await problems()).map(({ label, quote }) => [label, quote])).toEqual([
		["Something left to fill in", expect.stringContaining("{{mail}}")],
		["Another app's name", expect.stringContaining("Mossgrove")],
	]);
});

test("a finding is put aside, taken back, and comes back when the text at its place changes", async () => {
	const label = "Another app's name";
	const key = await keyOf(label);
	for (const _ of ["once", "twice"]) {
		expect(await setAside(app, id, { key, isAside: true })).toBe(true);
		expect(await keyOf(label)).toBe("");
	}
	expect((await checkSaved(app, id))?.aside.map((one) => one.key)).toEqual([key]);
	await setAside(app, id, { key, isAside: false });
	expect(await keyOf(label)).toBe(key);

	await setAside(app, id, { key, isAside: true });
	const save = (content: string, revision: number) =>
		updateDocument(app, id, { title: TITLE, content, revision });
	await save(`${TEXT}\n\nA part elsewhere.`, 1);
	expect(await keyOf(label)).toBe("");
	await save(TEXT.replace("This is", "Here is"), 2);
	expect(await keyOf(label)).not.toBe("");
});

test("nobody puts another account's finding aside, and nothing is one without its key", async () => {
	const key = await keyOf("Another app's name");
	const other = await createApp(await createUser(), "Elsewhere");
	await withoutChange(async () => {
		expect(await setAside(other, id, { key, isAside: true })).toBe(false);
		for (const made of [
			"",
			"other-app",
			`made-up:${"0".repeat(64)}`,
			`other-app:${"0".repeat(65)}`,
		]) {
			expect(await setAside(app, id, { key: made, isAside: true })).toBe(false);
		}
		expect(await checkSaved(other, id)).toBeNull();
		const seen = await previewText(other, { title: TITLE, content: TEXT, documentId: id });
		expect(seen.report.aside).toEqual([]);
	});
});

test("the documents with problems come first, and then those that were saved last", async () => {
	const clean = await createDocument(app, {
		title: "Cookies",
		content: "Pocket Garden has no cookies. This is of 3 March 2026, and it is for you.",
	});
	expect((await checkDocuments(app)).map((one) => one.id)).toEqual([id, clean.id]);
});

test("a text in an editor is rendered and checked at once, with what was put aside", async () => {
	await setAside(app, id, { key: await keyOf("Another app's name"), isAside: true });
	const seen = await previewText(app, { title: TITLE, content: TEXT, documentId: id });
	expect(seen.html).toContain("This is what we say of Mossgrove");
	expect(seen.report.aside.map(({ label }) => label)).toEqual(["Another app's name"]);
	const unsaved = await previewText(app, { title: TITLE, content: TEXT });
	expect(unsaved.report.aside).toEqual([]);
});

test("previews that nobody waits for any more keep no text from being published", async () => {
	const typing = new AbortController();
	const slow = { title: TITLE, content: repeat("^[a]") };
	const previews = Array.from({ length: 5 }, () =>
		refusalOf(previewText(app, slow, typing.signal)),
	);
	// One is begun, three wait, and there is no place for the fifth.
	expect(await Promise.race(previews)).toMatchObject({ status: 503 });
	typing.abort();
	const published = await createDocument(app, { title: "Terms", content: "We are kind." });
	expect(await checkSaved(app, published.id)).not.toBeNull();
	await Promise.all(previews);
});
