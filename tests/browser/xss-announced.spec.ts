import { payloadsCalling } from "../fixtures/xss.ts";
import { expect, type Page, test } from "../kit/browser/e2e.ts";
import { installTrigger } from "../kit/browser/trigger.ts";

const CALL = "__xss";
const payloads = payloadsCalling(CALL);
const PER_DOCUMENT = 50;
const NOTE_MAX = 500;
const DAY = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);
/** Runs in any page that is not sanitised. */
const CONTROL = `<img src="/nothing" onerror="${CALL}(-1)">`;

// What a payload leaves behind may ask for pictures that are not there.
test.use({ allowedConsoleErrors: [/./] });

/** Shows what the site answers at an address, without its policy, and touches all of it. */
async function attack(page: Page, address: string, added = ""): Promise<void> {
	const answer = await page.request.get(address);
	expect(answer.status()).toBe(200);
	const html = `${await answer.text()}${added}`;
	await page.route("/without-policy", (route) =>
		route.fulfill({ contentType: "text/html; charset=utf-8", body: html }),
	);
	await page.goto("/without-policy");
	await page.evaluate(() => (window as unknown as { trigger: () => Promise<unknown> }).trigger());
	await page.unroute("/without-policy");
}

test("no payload runs in an announced text or in what it will change, without help from a CSP", async ({
	page,
	factories,
}) => {
	const { announceDraft } = await import("#app/documents/drafts/announcement.server.ts");
	const executed = new Set<number>();
	await page.exposeFunction(CALL, (index: number) => executed.add(index));
	await page.addInitScript(installTrigger, 0);
	let next = "";
	for (let from = 0; from < payloads.length; from += PER_DOCUMENT) {
		const some = payloads.slice(from, from + PER_DOCUMENT);
		const app = await factories.createApp(await factories.createUser());
		const { id, path } = await factories.createDocument(app, { content: "Nothing." });
		await announceDraft(app, {
			documentId: id,
			revision: 1,
			draft: null,
			isShortKnown: false,
			text: {
				title: "Privacy Policy",
				content: some.join("\n\n"),
				slug: "",
				effective_on: DAY,
				note: some[0]?.slice(0, NOTE_MAX) ?? "",
			},
		});
		next = `${path}/next`;
		for (const address of [next, `${next}/changes`]) await attack(page, address);
	}
	expect([...executed].map((index) => payloads[index])).toEqual([]);
	// The same page would notice.
	await attack(page, next, CONTROL);
	expect([...executed]).toEqual([-1]);
});
