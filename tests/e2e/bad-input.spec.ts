import { expect, type Page, test } from "../kit/browser/e2e.ts";

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

function press(page: Page, name: string) {
	return page.getByRole("button", { name, exact: true }).click();
}

/** Puts a text into the content as a paste does: at once. */
function paste(page: Page, text: string) {
	return content(page).evaluate((area: HTMLTextAreaElement, value) => {
		area.value = value;
		area.dispatchEvent(new InputEvent("input", { bubbles: true }));
	}, text);
}

function lengthOfContent(page: Page) {
	return content(page).evaluate((area: HTMLTextAreaElement) => area.value.length);
}

test("10 MB in the content are refused with a sentence, and nothing typed is lost", async ({
	page,
	signInAs,
	factories,
	hasJavaScript,
}) => {
	// A busy machine takes its time to lay out so much text, each time that it is shown.
	test.setTimeout(SLOW_MS);
	const app = await factories.createApp(await signInAs());
	await page.goto(`/app/${app.appId}/documents/new`);
	await title(page).fill("Privacy Policy");
	await paste(page, LONG_LINE.repeat(Math.ceil(TEN_MEGABYTES / LONG_LINE.length)));
	await press(page, "Publish");
	if (hasJavaScript) {
		await expect(page.getByRole("alert")).toHaveText(TOO_LONG);
	} else {
		await expect(page.getByRole("heading", { name: "That is too much at once" })).toBeVisible();
		await expect(page.getByText("Go back (your browser still has what you typed)")).toBeVisible();
		await page.goBack();
	}
	await expect(title(page)).toHaveValue("Privacy Policy", { timeout: SLOW_MS });
	expect(await lengthOfContent(page)).toBeGreaterThanOrEqual(TEN_MEGABYTES);

	await paste(page, "We collect nothing.");
	await press(page, "Publish");
	await expect(page.getByRole("heading", { name: "Document published" })).toBeVisible();
});

test("a text just over 200 kB is refused beside its field and kept; 200 kB are published", async ({
	page,
	signInAs,
	factories,
}) => {
	const app = await factories.createApp(await signInAs());
	const allowed = LINE.repeat(5_000).slice(0, 200_000 - 2);
	await page.goto(`/app/${app.appId}/documents/new`);
	await title(page).fill("Privacy Policy");
	await paste(page, `${allowed}é!`);
	await press(page, "Publish");
	await expect(page.getByRole("alert").filter({ hasText: TOO_LONG })).toBeVisible();
	await expect(page.getByLabel("Content")).toHaveAccessibleDescription(new RegExp(TOO_LONG));
	expect(await lengthOfContent(page)).toBe(allowed.length + 2);
	await paste(page, `${allowed}é`);
	await press(page, "Publish");
	await expect(page.getByRole("heading", { name: "Document published" })).toBeVisible();
});

test("null bytes are refused beside the field, and what was typed stays", async ({
	page,
	signInAs,
	factories,
}) => {
	const app = await factories.createApp(await signInAs());
	await page.goto(`/app/${app.appId}/documents/new`);
	await title(page).fill("Privacy\u0000Policy");
	await content(page).fill("We collect\u0000 nothing.");
	await press(page, "Publish");
	await expect(page.getByRole("alert").getByRole("link", { name: UNREADABLE })).toHaveCount(1);
	await expect(title(page)).toHaveAccessibleDescription(new RegExp(UNREADABLE));
	await expect(content(page)).toHaveAccessibleDescription(new RegExp(UNREADABLE));
	expect(await content(page).inputValue()).toContain("nothing.");
	await press(page, "Preview");
	await expect(page.getByRole("alert").getByRole("link", { name: UNREADABLE })).toBeVisible();

	await page.goto("/dashboard?new-app");
	await page.getByLabel("App name").fill("Pocket\u0000Garden");
	await press(page, "Create App");
	await expect(page.getByRole("alert").getByRole("link", { name: UNREADABLE })).toBeVisible();
});

test("null bytes in a sign-in are refused in words, too", async ({ page }) => {
	await page.goto("/auth");
	await page.getByLabel("Email").fill("some\u0000body@example.com");
	await page.getByLabel("Password").fill("pass\u0000word");
	await press(page, "Sign In");
	await expect(page.getByRole("alert")).toBeVisible();
	await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
});

for (const [kind, text, slug] of [
	["Hebrew", "מדיניות הפרטיות של הגינה", "document"],
	["emoji", "🔒 Privacy 👩‍👩‍👧 Policy 🔒", "privacy-policy"],
	["Japanese", "プライバシーポリシー", "document"],
	["reserved", "Documents", "documents-1"],
] as const) {
	test(`a title in ${kind} is kept as it is, at an address that works`, async ({
		page,
		signInAs,
		factories,
	}) => {
		const owner = await signInAs();
		const app = await factories.createApp(owner, "Pocket Garden");
		const list = `/${owner.accountName}/pocket-garden/documents`;
		await page.goto(`/app/${app.appId}/documents/new`);
		await title(page).fill(text);
		await content(page).fill(`## ${text}\n\n${text}`);
		await press(page, "Publish");
		await page.getByRole("link", { name: "View Live" }).click();
		await expect(page).toHaveURL(`/${owner.accountName}/pocket-garden/${slug}`);
		await expect(page.getByRole("heading", { level: 1 })).toHaveText(text);
		await expect(page).toHaveTitle(`${text} · Pocket Garden`);
		await page.goto("/dashboard");
		await expect(page.getByRole("link", { name: text, exact: true })).toBeVisible();
		await page.goto(list);
		await expect(page.getByText(text).first()).toBeVisible();
		await page.getByRole("link", { name: `Edit ${text}` }).click();
		await expect(title(page)).toHaveValue(text);
	});
}

test("Hebrew reads from right to left and English beside it from left to right", async ({
	page,
	signInAs,
	factories,
}) => {
	const app = await factories.createApp(await signInAs());
	const policy = await factories.createDocument(app, {
		title: "מדיניות",
		content: "אנחנו לא אוספים.",
	});
	await page.goto(policy.path);
	const direction = (element: HTMLElement) => getComputedStyle(element).direction;
	expect(await page.getByRole("heading", { level: 1 }).evaluate(direction)).toBe("rtl");
	expect(await page.getByText("Last updated").evaluate(direction)).toBe("ltr");
	expect(await page.getByText("אנחנו לא אוספים").evaluate(direction)).toBe("rtl");
});

test("words of 300 characters widen no page at 320 px", async ({ page, signInAs, factories }) => {
	await page.setViewportSize({ width: 320, height: 640 });
	const owner = await signInAs();
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
	const paths = [
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
	];
	for (const path of paths) {
		await page.goto(path);
		await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
		const [scrollWidth, clientWidth] = await page.evaluate(() => [
			document.documentElement.scrollWidth,
			document.documentElement.clientWidth,
		]);
		expect(scrollWidth, path).toBeLessThanOrEqual(clientWidth ?? 0);
	}
	await page.goto(`${edit}/edit`);
	await press(page, "Preview");
	await expect(page.getByRole("region", { name: "Preview" })).toBeVisible();
	expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});

test("addresses that can't be read are a page of their own", async ({ page }) => {
	for (const path of ["/a/%00", `/${"x".repeat(4_000)}`, "/__proto__/a"]) {
		const response = await page.goto(path);
		expect([400, 404], path).toContain(response?.status());
		await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
		await expect(page.getByText(/at .*\.(js|ts|tsx):\d/)).toHaveCount(0);
	}
});
