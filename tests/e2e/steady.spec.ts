import type { Page } from "@playwright/test";
import { createVisit, expect, storeMessages, test } from "../kit/http/visitor.ts";

/** What Google's Web Vitals call good is 0.1 for all that moves on a page. */
const STEADY = 0.05;
const WIDTHS = [360, 1280];

/** Opens a page whose scripts come after it was seen. Returns its layout shift, and what moved. */
async function shiftOf(page: Page, path: string) {
	const letScriptsCome = await openWithoutScripts(page, path);
	await page.evaluate(watch);
	await letScriptsCome();
	await page.evaluate(settle);
	return page.evaluate(readShifts);
}

/** Opens a page. Returns what lets its scripts come and waits until they run. */
async function openWithoutScripts(page: Page, path: string) {
	const { promise: seen, resolve } = Promise.withResolvers<void>();
	await page.route("**/assets/*.js", async (route) => {
		await seen;
		await route.continue();
	});
	await page.goto(path, { waitUntil: "commit" });
	await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
	return async () => {
		resolve();
		await expect.poll(() => page.evaluate(isHydrated)).toBe(true);
		await page.unroute("**/assets/*.js");
	};
}

type Watched = Window & { shifts: { value: number; moved: string }[] };

/** Notes each shift from the first paint on. */
async function watch() {
	const watched = window as unknown as Watched;
	watched.shifts = [];
	new PerformanceObserver((list) => {
		for (const entry of list.getEntries() as (PerformanceEntry & {
			value: number;
			sources: { node: Node | null }[];
		})[]) {
			const moved = entry.sources
				.map(({ node }) => node?.textContent?.trim().slice(0, 40))
				.join(", ");
			watched.shifts.push({ value: entry.value, moved });
		}
	}).observe({ type: "layout-shift", buffered: true });
	for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
}

/** Whether React has taken the page over. */
function isHydrated() {
	const main = document.querySelector("main") ?? {};
	return Object.keys(main).some((name) => name.startsWith("__reactFiber"));
}

/** Lets what runs after hydration be painted. */
async function settle() {
	for (let frame = 0; frame < 5; frame += 1) await new Promise(requestAnimationFrame);
}

function readShifts() {
	const { shifts } = window as unknown as Watched;
	return { sum: shifts.reduce((sum, { value }) => sum + value, 0), shifts };
}

for (const width of WIDTHS) {
	test(`nothing moves when the scripts come, at ${width} px @once`, async ({ page, form }) => {
		const visit = await createVisit(form);
		const long = await createVisit(form);
		await storeMessages(long.id, 20);
		await page.setViewportSize({ width, height: 740 });
		for (const path of [
			visit.path,
			`/admin/conversation/${visit.id}`,
			long.path,
			`/admin/conversation/${long.id}`,
			"/dashboard",
			"/messages",
			`/app/${form.appId}/forms/${form.id}/edit`,
			`/app/${form.appId}/documents/new`,
			`/app/${form.appId}/settings`,
			`/app/${form.appId}/kit`,
			`/app/${form.appId}/forms/${form.id}/published`,
			"/settings",
			"/settings/billing",
			"/saved-replies",
		]) {
			const { sum, shifts } = await shiftOf(page, path);
			expect.soft(sum, `${path}: ${JSON.stringify(shifts)}`).toBeLessThan(STEADY);
		}
	});
}

test("the bar for what is ticked in the inbox neither goes nor moves when the scripts come @once", async ({
	page,
	submission,
}) => {
	const bar = page.getByRole("group", { name: "With the selected" });
	const below = page.getByRole("link", { name: "Export CSV" });
	for (const [ticks, count, steady] of [
		["", 0, below],
		[`&id=${submission.id}`, 1, bar],
	] as const) {
		const letScriptsCome = await openWithoutScripts(page, `/messages?show=all${ticks}`);
		await page.waitForFunction(() => document.readyState !== "loading");
		await expect(bar.filter({ visible: true })).toHaveCount(count);
		const before = await steady.boundingBox();
		await letScriptsCome();
		await page.evaluate(settle);
		expect((await steady.boundingBox())?.y).toBe(before?.y);
	}
});

test("the buttons of whoever types before the scripts come stay where they are @once", async ({
	page,
	form,
}) => {
	const visit = await createVisit(form);
	await storeMessages(visit.id, 20);
	await page.setViewportSize({ width: 360, height: 740 });
	const letScriptsCome = await openWithoutScripts(page, visit.path);
	const send = page.getByRole("button", { name: "Send", exact: true });
	// What the page still reads moves what it shows already.
	await page.waitForFunction(() => document.readyState !== "loading");
	await page.getByLabel("Your message").fill("Typed early.");
	await page.locator("#write").evaluate((box) => box.scrollIntoView({ block: "end" }));
	await expect(send).toBeInViewport();
	const before = await send.boundingBox();
	await letScriptsCome();
	await page.evaluate(settle);
	expect(await send.boundingBox()).toEqual(before);
	await send.click();
	await expect(page.getByRole("log").getByText("Typed early.")).toBeVisible();
});
