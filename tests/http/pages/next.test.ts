/** The text that is announced for a document (product.md, rule 58). */
import { expect, test } from "vitest";
import { dayOf } from "#app/documents/applies-from.ts";
import { sayDay } from "#app/documents/drafts/announce-rules.ts";
import { announceDraft, callOff } from "#app/documents/drafts/announcement.server.ts";
import { DAY_MS, later } from "#app/platform/time.ts";
import { createClient } from "../../kit/http/client.ts";
import { serve } from "../../kit/process/serve.ts";
import { createApp } from "../../kit/world/app.ts";
import { createDocument } from "../../kit/world/document.ts";
import { knownDraft } from "../../kit/world/draft.ts";
import { createUser } from "../../kit/world/user.ts";

const visitor = createClient(serve());
const DAY = dayOf(later(new Date(), 20 * DAY_MS));

async function announce() {
	const user = await createUser();
	const app = await createApp(user, "Notes");
	const document = await createDocument(app, { content: "We collect nothing." });
	const say = async (content: string) =>
		announceDraft(app, {
			documentId: document.id,
			revision: 1,
			draft: await knownDraft(document.id),
			isShortKnown: false,
			text: {
				title: "Privacy Policy",
				content,
				slug: "",
				effective_on: DAY,
				note: "A <b>new</b> host",
			},
		});
	const draftId = (await say("We collect <i>little</i>.<script>alert(1)</script>")) ?? "";
	return { user, app, document, say, draftId, hub: `/${user.accountName}/${app.app.slug}` };
}

test("the page of a document points to the announced text, which says from when it applies", async () => {
	const { document } = await announce();
	const page = await visitor.get(document.path);
	expect(page.text).toContain("We collect nothing.");
	expect(page.text).not.toContain("little");
	expect(page.text).toMatch(
		new RegExp(`A new version applies from <time dateTime="${DAY}">${sayDay(DAY)}</time>\\.`),
	);
	expect(page.text).toContain(`href="${document.path}/next"`);
	expect(page.text).toContain(`href="${document.path}/next/changes"`);
	const next = await visitor.get(`${document.path}/next`);
	expect(next.text).toContain("We collect <i>little</i>.");
	expect(next.text).toContain("A &lt;b&gt;new&lt;/b&gt; host");
	expect(next.text).not.toContain("<script>alert");
	expect(next.headers).toMatchObject({
		"x-robots-tag": "noindex",
		"cache-control": expect.stringContaining("s-maxage=20"),
	});
	const changes = await visitor.get(`${document.path}/next/changes`);
	expect(changes.text).toContain("What will change in the");
	expect(changes.text).toMatch(/<del[\s\S]*nothing[\s\S]*<ins[\s\S]*little/);
});

test("a change of the announced text is news in the feed, which stands in for a mail", async () => {
	const { document, say } = await announce();
	const changedAt = async () => {
		const { text } = await visitor.get(`${document.path}.atom`);
		const [, time] = /<entry>[\s\S]*?<updated>([^<]+)/.exec(text) ?? [];
		return Date.parse(time ?? "");
	};
	const announcedAt = await changedAt();
	await say("We collect much.");
	expect(await changedAt()).toBeGreaterThan(announcedAt);
});

test("a change of the announced text is shown at once and said, and a text that is called off is gone", async () => {
	const { app, document, say, draftId } = await announce();
	const path = `${document.path}/next`;
	for (let n = 0; n < 3; n += 1) expect((await visitor.get(path)).status).toBe(200);
	await say("We collect much.");
	for (let n = 0; n < 3; n += 1) {
		const next = await visitor.get(path);
		expect(next.text).toContain("We collect much.");
		expect(next.text).toContain("and changed on");
	}
	await callOff(app, draftId);
	for (const address of [path, `${path}/changes`]) {
		const gone = await visitor.get(address);
		expect([gone.status, gone.text]).toEqual([
			404,
			expect.stringContaining("Nothing is announced."),
		]);
	}
	expect((await visitor.get(document.path)).text).not.toContain("A new version");
});
