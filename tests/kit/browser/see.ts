import { expect, type Page } from "@playwright/test";
import { field, type Place } from "./person.ts";

/** Expects each of these texts to be visible. */
export async function text(place: Place, ...texts: (string | RegExp)[]): Promise<void> {
	for (const one of texts) await expect(place.getByText(one)).toBeVisible();
}

/** Expects none of these texts to be there. */
export async function noText(place: Place, ...texts: (string | RegExp)[]): Promise<void> {
	for (const one of texts) await expect(place.getByText(one)).toHaveCount(0);
}

/** Expects a heading that contains this to be visible. */
export async function heading(place: Place, name: string): Promise<void> {
	await expect(place.getByRole("heading", { name })).toBeVisible();
}

/** Expects a link with this name and this address to be visible. */
export async function link(place: Place, name: string, address: string): Promise<void> {
	const found = place.getByRole("link", { name, exact: true });
	await expect(found).toBeVisible();
	await expect(found).toHaveAttribute("href", address);
}

/** Expects these values in the controls whose labels begin so. */
export async function values(place: Place, expected: Record<string, string | RegExp>) {
	for (const [label, value] of Object.entries(expected)) {
		await expect(field(place, label)).toHaveValue(value);
	}
}

type Shown = string | { heading: string };

/** Opens an address and expects its status and a text or a heading. */
export async function answer(page: Page, path: string, status: number, shown: Shown) {
	const response = await page.goto(path);
	expect([path, response?.status()]).toEqual([path, status]);
	await (typeof shown === "string" ? text(page, shown) : heading(page, shown.heading));
}

/** Expects this error in the page's title, in the summary and beside the field. */
export async function refusal(page: Page, label: string, error: string): Promise<void> {
	await expect(page).toHaveTitle(/^Error: /);
	const summary = page.getByRole("alert");
	await heading(summary, "There is a problem");
	await expect(summary).toBeFocused();
	const control = page.getByLabel(label, { exact: true });
	await expect(control).toHaveAttribute("aria-invalid", "true");
	await expect(control).toHaveAccessibleDescription(new RegExp(error));
	await summary.getByRole("link", { name: error }).click();
	await expect(control).toBeFocused();
}
