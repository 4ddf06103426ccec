import { expect, overflowOf, type Page, press, test } from "../kit/browser/e2e.ts";
import * as see from "../kit/browser/see.ts";

const LINE = "Nine words make up each line of this text.\n";
const TOO_LONG =
	"This text is longer than 200 kB. Please shorten it, or split it into two documents.";
const LONG_WORD = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerk".repeat(6).slice(0, 300);

function title(page: Page) {
	return page.getByRole("textbox", { name: "Title" });
}

function content(page: Page) {
	return page.getByRole("textbox", { name: "Content" });
}

/** Puts a text into the content as a paste does, at once, and publishes it. */
async function publish(page: Page, text: string) {
	await content(page).evaluate((area: HTMLTextAreaElement, value) => {
		area.value = value;
		area.dispatchEvent(new InputEvent("input", { bubbles: true }));
	}, text);
	await press(page, "Publish");
}

function lengthOfContent(page: Page) {
	return content(page).evaluate((area: HTMLTextAreaElement) => area.value.length);
}

test("more than any request may hold is refused with a sentence, and nothing typed is lost", async ({
	editor: page,
	hasJavaScript,
}) => {
	const text = LINE.repeat(13_000);
	await title(page).fill("Privacy Policy");
	await publish(page, text);
	if (hasJavaScript) {
		await expect(page.getByRole("alert")).toHaveText(TOO_LONG);
	} else {
		await see.heading(page, "That is too much at once");
		await see.text(page, "Go back (your browser still has what you typed)");
		await page.goBack();
	}
	await expect(title(page)).toHaveValue("Privacy Policy");
	expect(await lengthOfContent(page)).toBe(text.length);
	await publish(page, "We collect nothing.");
	await see.heading(page, "Document published");
});

test("a text just over 200 kB is refused beside its field and kept; 200 kB are published", async ({
	editor: page,
}) => {
	const allowed = LINE.repeat(5_000).slice(0, 200_000 - 2);
	await title(page).fill("Privacy Policy");
	await publish(page, `${allowed}é!`);
	await expect(page.getByRole("alert").filter({ hasText: TOO_LONG })).toBeVisible();
	await expect(page.getByLabel("Content")).toHaveAccessibleDescription(new RegExp(TOO_LONG));
	expect(await lengthOfContent(page)).toBe(allowed.length + 2);
	await publish(page, `${allowed}é`);
	await see.heading(page, "Document published");
});

test("Hebrew reads from right to left and English beside it from left to right @once", async ({
	page,
	app,
	factories,
}) => {
	const text = { title: "מדיניות", content: "אנחנו לא אוספים." };
	const policy = await factories.createDocument(app, text);
	await page.goto(policy.path);
	const direction = (element: HTMLElement) => getComputedStyle(element).direction;
	expect(await page.getByRole("heading", { level: 1 }).evaluate(direction)).toBe("rtl");
	expect(await page.getByText("Last updated").evaluate(direction)).toBe("ltr");
	expect(await page.getByText("אנחנו לא אוספים").evaluate(direction)).toBe("rtl");
});

test("words of 300 characters widen no page at 320 px @once", async ({
	page,
	factories,
	owner,
}) => {
	await page.setViewportSize({ width: 320, height: 640 });
	const app = await factories.createApp(owner, "a".repeat(60));
	const policy = await factories.createDocument(app, {
		title: LONG_WORD.slice(0, 200),
		content: [
			`## ${LONG_WORD}`,
			LONG_WORD,
			`| ${LONG_WORD} | b |\n| --- | --- |\n| a | ${LONG_WORD} |`,
			`- ${LONG_WORD}`,
			`> ${LONG_WORD}`,
			`\`\`\`\n${LONG_WORD}\n\`\`\``,
			`https://example.com/${LONG_WORD}`,
			...[1, 2, 3, 4, 5, 6].map((n) => `## Part ${n} ${LONG_WORD}`),
		].join("\n\n"),
	});
	const edit = `/app/${app.appId}/documents/${policy.id}`;
	for (const path of [
		policy.path,
		policy.path.slice(0, policy.path.lastIndexOf("/")),
		"/dashboard",
		`/app/${app.appId}/documents`,
		`/app/${app.appId}/settings`,
		`/app/${app.appId}/deletion`,
		`${edit}/edit`,
		`${edit}/published`,
		`${edit}/versions`,
		`${edit}/versions/1`,
		`${edit}/deletion`,
	]) {
		await page.goto(path);
		await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
		expect(await overflowOf(page), path).toBeLessThanOrEqual(0);
	}
	await page.goto(`${edit}/edit`);
	await press(page, "Preview");
	await expect(page.getByRole("region", { name: "Preview" })).toBeVisible();
	expect(await overflowOf(page)).toBeLessThanOrEqual(0);
});
