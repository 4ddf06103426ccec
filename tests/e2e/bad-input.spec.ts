import {
	expect,
	fill,
	follow,
	overflowOf,
	type Page,
	press,
	submit,
	test,
} from "../kit/browser/e2e.ts";
import * as see from "../kit/browser/see.ts";

const TEN_MEGABYTES = 10_000_000;
const SLOW_MS = 120_000;
const LINE = "Nine words make up each line of this text.\n";
/** Chromium takes minutes to lay out 10 MB in many short lines or in a single long one. */
const LONG_LINE = `${"Nine words make up each part of this text. ".repeat(200)}\n`;
const TOO_LONG =
	"This text is longer than 200 kB. Please shorten it, or split it into two documents.";
const UNREADABLE = "This has characters that can't be read";
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

async function expectUnreadable(page: Page) {
	const problem = page.getByRole("alert").getByRole("link", { name: UNREADABLE });
	await expect(problem).toBeVisible();
	await expect(problem).toHaveCount(1);
}

test("10 MB in the content are refused with a sentence, and nothing typed is lost", async ({
	editor: page,
	hasJavaScript,
}) => {
	// A busy machine takes its time to lay out so much text, each time that it is shown.
	test.setTimeout(SLOW_MS);
	await title(page).fill("Privacy Policy");
	await publish(page, LONG_LINE.repeat(Math.ceil(TEN_MEGABYTES / LONG_LINE.length)));
	if (hasJavaScript) {
		await expect(page.getByRole("alert")).toHaveText(TOO_LONG);
	} else {
		await see.heading(page, "That is too much at once");
		await see.text(page, "Go back (your browser still has what you typed)");
		await page.goBack();
	}
	await expect(title(page)).toHaveValue("Privacy Policy", { timeout: SLOW_MS });
	expect(await lengthOfContent(page)).toBeGreaterThanOrEqual(TEN_MEGABYTES);
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

test("null bytes are refused at the field, and what was typed stays", async ({ editor: page }) => {
	const texts = { Title: "Privacy\u0000Policy", Content: "We collect\u0000 nothing." };
	await submit(page, "Publish", texts);
	await expectUnreadable(page);
	for (const field of [title(page), content(page)]) {
		await expect(field).toHaveAccessibleDescription(new RegExp(UNREADABLE));
	}
	await see.values(page, { Content: /nothing\./ });
	await press(page, "Preview");
	await expectUnreadable(page);

	await page.goto("/dashboard?new-app");
	await submit(page, "Create App", { "App name": "Pocket\u0000Garden" });
	await expectUnreadable(page);
});

test("null bytes in a sign-in are refused in words, too", async ({ page }) => {
	await page.goto("/auth");
	await fill(page, { Email: "some\u0000body@example.com", Password: "pass\u0000word" });
	await press(page, "Sign In");
	await expect(page.getByRole("alert")).toBeVisible();
	await see.heading(page, "Sign in");
});

for (const [kind, text, slug] of [
	["Hebrew", "מדיניות הפרטיות של הגינה", "document"],
	["emoji", "🔒 Privacy 👩‍👩‍👧 Policy 🔒", "privacy-policy"],
	["Japanese", "プライバシーポリシー", "document"],
	["reserved", "Documents", "documents-1"],
] as const) {
	test(`a title in ${kind} is kept, at an address that works`, async ({ editor: page, app }) => {
		await submit(page, "Publish", { Title: text, Content: `## ${text}\n\n${text}` });
		await follow(page, "View Live");
		await expect(page).toHaveURL(`/${app.accountName}/pocket-garden/${slug}`);
		await expect(page.getByRole("heading", { level: 1 })).toHaveText(text);
		await expect(page).toHaveTitle(`${text} · Pocket Garden`);
		await page.goto("/dashboard");
		await expect(page.getByRole("link", { name: text, exact: true })).toBeVisible();
		await page.goto(`/${app.accountName}/pocket-garden/documents`);
		await expect(page.getByText(text).first()).toBeVisible();
		await follow(page, `Edit ${text}`);
		await expect(title(page)).toHaveValue(text);
	});
}

test("Hebrew reads from right to left and English beside it from left to right", async ({
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

test("words of 300 characters widen no page at 320 px", async ({ page, factories, owner }) => {
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

test("addresses that can't be read are a page of their own", async ({ page }) => {
	for (const path of ["/a/%00", `/${"x".repeat(4_000)}`, "/__proto__/a"]) {
		const response = await page.goto(path);
		expect([400, 404], path).toContain(response?.status());
		await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
		await see.noText(page, /at .*\.(js|ts|tsx):\d/);
	}
});
