import type { Locator, Page } from "@playwright/test";

/** A page, or a part of one. */
export type Place = Page | Locator;

/** Presses the button with this name, or several in turn. */
export async function press(place: Place, ...names: (string | RegExp)[]): Promise<void> {
	for (const name of names) await place.getByRole("button", { name, exact: true }).click();
}

/** Follows the link with this name, or several in turn. */
export async function follow(place: Place, ...names: string[]): Promise<void> {
	for (const name of names) await place.getByRole("link", { name, exact: true }).click();
}

/** The control whose label begins with these words. */
export function field(place: Place, label: string): Locator {
	return place.getByLabel(new RegExp(`^${label}`));
}

/** Types into fields and chooses from lists, each named by the words that its label begins with. */
export async function fill(place: Place, values: Record<string, string>): Promise<void> {
	for (const [label, value] of Object.entries(values)) {
		const control = field(place, label);
		if (await control.evaluate((element) => element.tagName === "SELECT")) {
			await control.selectOption(value);
		} else await control.fill(value);
	}
}

/** Fills in a form and presses its button. */
export async function submit(place: Place, button: string, values: Record<string, string>) {
	await fill(place, values);
	await press(place, button);
}

/**
 * Waits until the page has its stylesheets. What is looked for counts as visible before they came,
 * but it has no layout or colours yet that a person would see.
 */
export function styled(page: Page): Promise<void> {
	return page.waitForLoadState("load");
}

/** Returns by how many pixels the page is wider than its window. */
export async function overflowOf(page: Page): Promise<number> {
	await styled(page);
	return page.evaluate(
		() => document.documentElement.scrollWidth - document.documentElement.clientWidth,
	);
}

/** Returns how many lines a text takes. */
export function linesOf(text: Locator): Promise<number> {
	return text.evaluate((element) => {
		const range = document.createRange();
		range.selectNodeContents(element);
		return new Set([...range.getClientRects()].map(({ top }) => top)).size;
	});
}
