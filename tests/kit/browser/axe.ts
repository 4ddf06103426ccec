import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type { Locator } from "@playwright/test";
import type { AxeResults } from "axe-core";
import { expect, overflowOf, type Page, styled } from "./e2e.ts";

const source = fs.readFileSync(
	createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
	"utf8",
);

/** WCAG 1.4.10 asks for reflow at 320 px; the others are a phone, a tablet and a desktop. */
const WIDTHS = [320, 360, 768, 1280];
const AXE_WIDTHS = [360, 1280];

/** The rules that a colour scheme can affect; the others see the same elements in each scheme. */
const RULES_OF_COLOUR = ["color-contrast", "link-in-text-block"];

/** A folder for pictures of each state at each width and in each scheme, for people to look at. */
const pictures = process.env.PICTURES;

/**
 * Fails if axe finds a violation in the page, at any width or in either colour scheme, or if the
 * page scrolls sideways. `state` names the page in the failure. `shown` is waited for first.
 */
export async function expectSound(page: Page, state: string, shown?: Locator) {
	if (shown) await expect(shown).toBeVisible();
	await styled(page);
	const before = page.viewportSize();
	await page.evaluate(source);
	for (const width of WIDTHS) {
		await page.setViewportSize({ width, height: 800 });
		expect.soft(await overflowOf(page), `${state}, ${width} px`).toBe(0);
		if (!pictures && !AXE_WIDTHS.includes(width)) continue;
		for (const colorScheme of ["light", "dark"] as const) {
			await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
			if (AXE_WIDTHS.includes(width)) {
				const found = await violations(page, colorScheme === "dark" ? RULES_OF_COLOUR : undefined);
				expect.soft(found, `${state}, ${width} px, ${colorScheme}`).toEqual([]);
			}
			if (pictures) await takePicture(page, pictures, `${state} ${width} ${colorScheme}`);
		}
	}
	if (before) await page.setViewportSize(before);
}

/** Opens an address and checks the page with `expectSound`. */
export async function visit(page: Page, address: string, state = address) {
	await page.goto(address);
	await expectSound(page, state, page.getByRole("heading", { level: 1 }));
}

/** Presses the last button with this name. */
export function press(page: Page, name: string) {
	return page.getByRole("button", { name, exact: true }).last().click();
}

/** Presses a button, waits for the form's errors, and checks the page with `expectSound`. */
export async function expectSoundErrors(page: Page, button: string, state: string) {
	await press(page, button);
	await expectSound(page, state, page.getByRole("alert").last());
}

async function violations(page: Page, runOnly?: string[]) {
	const violated = await page.evaluate(
		async (options): Promise<AxeResults["violations"]> => {
			const { axe } = window as unknown as { axe: typeof import("axe-core") };
			return (await axe.run(document, options)).violations;
		},
		// Without the preloading of media and stylesheets, which no rule that runs here reads.
		{ resultTypes: ["violations" as const], preload: false, ...(runOnly && { runOnly }) },
	);
	return violated.map(({ id, help, nodes }) => ({
		id,
		help,
		nodes: nodes.map((node) => `${node.target.join(" ")}: ${node.failureSummary}`),
	}));
}

async function takePicture(page: Page, folder: string, name: string) {
	const file = `${name.replaceAll(/[^\w]+/g, "-")}.png`;
	await page.screenshot({ path: path.join(folder, file), fullPage: true });
}
