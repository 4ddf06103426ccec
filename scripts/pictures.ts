/**
 * `node scripts/pictures.ts`: draws the generated pictures in public/ from scripts/pictures/ and
 * the icon: the picture of a shared link, and the icon in the sizes for phones and old browsers.
 */
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { chromium, type Page } from "@playwright/test";
import { debianChromium } from "./browser.ts";

const ROOT = path.join(import.meta.dirname, "..");

type Icon = { file: string; size: number; paper?: string; border?: number };

const ICONS: Icon[] = [
	{ file: "icon-192.png", size: 192 },
	{ file: "icon-512.png", size: 512 },
	{ file: "icon-maskable.png", size: 512, paper: "#f6f4ef", border: 0.18 },
	{ file: "apple-touch-icon.png", size: 180, paper: "#f6f4ef", border: 0.12 },
];

const browser = await chromium.launch({
	executablePath: debianChromium(),
	args: ["--no-sandbox"],
});
const page = await browser.newPage({ colorScheme: "light" });
write("social.png", await drawSocial(page));
for (const icon of ICONS) write(icon.file, await drawIcon(page, icon));
write("favicon.ico", asIco(await drawIcon(page, { file: "favicon.ico", size: 48 }), 48));
await browser.close();

async function drawSocial(page: Page): Promise<Buffer> {
	await page.setViewportSize({ width: 1200, height: 630 });
	await page.goto(sourceOf("social.html"));
	return page.screenshot();
}

async function drawIcon(page: Page, { size, paper, border = 0 }: Icon): Promise<Buffer> {
	await page.setViewportSize({ width: size, height: size });
	await page.goto(sourceOf("icon.html"));
	await page.addStyleTag({
		content: `body { background: ${paper ?? "transparent"} } img { padding: ${border * size}px }`,
	});
	return page.screenshot({ omitBackground: true });
}

function sourceOf(name: string): string {
	return pathToFileURL(path.join(ROOT, "scripts/pictures", name)).href;
}

/** An .ico file is a directory of pictures; each may be a PNG. */
function asIco(png: Buffer, size: number): Buffer {
	const head = Buffer.alloc(22);
	head.writeUInt16LE(1, 2); // an icon
	head.writeUInt16LE(1, 4); // of one picture
	head.writeUInt8(size, 6);
	head.writeUInt8(size, 7);
	head.writeUInt16LE(1, 10); // colour planes
	head.writeUInt16LE(32, 12); // bits a pixel
	head.writeUInt32LE(png.length, 14);
	head.writeUInt32LE(head.length, 18);
	return Buffer.concat([head, png]);
}

function write(name: string, bytes: Buffer): void {
	fs.writeFileSync(path.join(ROOT, "public", name), bytes);
	process.stdout.write(`public/${name}: ${bytes.length} bytes\n`);
}
