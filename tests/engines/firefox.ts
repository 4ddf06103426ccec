import fs from "node:fs";
import puppeteer from "puppeteer-core";
import { at, type GraphicalEngine, singleSpaced } from "./engine.ts";

const FIREFOX = "/usr/bin/firefox-esr";

export function hasFirefox(): boolean {
	return fs.existsSync(FIREFOX);
}

/** Starts Firefox, which Puppeteer drives over WebDriver BiDi. */
export async function startFirefox(): Promise<GraphicalEngine> {
	const browser = await puppeteer.launch({ browser: "firefox", executablePath: FIREFOX });
	const [page = await browser.newPage()] = await browser.pages();
	const find = async (xpath: string) => {
		const element = await page.waitForSelector(`xpath/${xpath}`, { visible: true });
		if (!element) throw new Error(`There is no ${xpath}`);
		return element;
	};
	const fill = async (label: string, text: string) => {
		const field = await find(at.field(label));
		await field.click({ count: 3 });
		await field.type(text);
	};
	return {
		open: async (address) => void (await page.goto(address)),
		fill,
		fillLines: fill,
		press: async (name) => (await find(at.button(name))).click(),
		follow: async (name) => (await find(at.link(name))).click(),
		text: async () => singleSpaced(await page.evaluate(() => document.body.innerText)),
		clickIn: async (label, x) => {
			const field = await find(at.field(label));
			const { height = 0 } = (await field.boundingBox()) ?? {};
			await field.click({ offset: { x, y: height / 2 } });
		},
		evaluate: async <T>(expression: string) => (await page.evaluate(expression)) as T,
		stop: () => browser.close(),
	};
}
