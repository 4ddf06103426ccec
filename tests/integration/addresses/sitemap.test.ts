import { beforeEach, describe, expect, test } from "vitest";
import { publicUrl } from "#app/addresses/address.server.ts";
import {
	type ListedAddress,
	listAppAddresses,
	listDocumentAddresses,
	SITEMAP_SIZE,
	sitemapStarts,
} from "#app/addresses/sitemap.server.ts";
import { renameApp } from "#app/apps/app.server.ts";
import { updateDocument } from "#app/documents/document.server.ts";
import { clock } from "#app/platform/clock.server.ts";
import { transaction } from "#app/platform/db/db.server.ts";
import { later, MINUTE_MS } from "#app/platform/time.ts";
import { stopClock } from "../../kit/stop-clock.ts";
import { createApp } from "../../kit/world/app.ts";
import { createDocument } from "../../kit/world/document.ts";
import { createUser, type TestUser } from "../../kit/world/user.ts";

let owner: TestUser;

beforeEach(async () => {
	await transaction((tx) => tx.app.deleteMany());
	owner = await createUser();
});

async function collect(addresses: AsyncIterable<ListedAddress>): Promise<ListedAddress[]> {
	const all = [];
	for await (const address of addresses) all.push(address);
	return all;
}

async function listed(): Promise<string[]> {
	const addresses = [listAppAddresses(""), listDocumentAddresses("")];
	return (await Promise.all(addresses.map(collect))).flat().map(({ url }) => url);
}

describe("the sitemaps", () => {
	test("are none while nothing is published", async () => {
		expect(await sitemapStarts("app")).toEqual([]);
		expect(await sitemapStarts("document")).toEqual([]);
		expect(await listed()).toEqual([]);
	});

	test("name each app's page and each document at its present address", async () => {
		const app = await createApp(owner, "Pocket Garden");
		await createDocument(app, { title: "Privacy Policy" });
		await renameApp(app, "Roof Garden");
		expect(await listed()).toEqual([
			publicUrl(`/${owner.accountName}/roof-garden`),
			publicUrl(`/${owner.accountName}/roof-garden/privacy-policy`),
		]);
		expect(await sitemapStarts("app")).toEqual([""]);
		expect(await sitemapStarts("document")).toEqual([""]);
	});

	test("say when a document changed last, and its app's page with it", async () => {
		const move = stopClock();
		const app = await createApp(owner);
		const created = clock.now();
		move(MINUTE_MS);
		const { id, title } = await createDocument(app);
		move(MINUTE_MS);
		await createApp(owner);
		await updateDocument(app, id, { title, content: "Changed.", revision: 1 });
		const updatedAt = later(created, 2 * MINUTE_MS);
		expect(await collect(listDocumentAddresses(""))).toMatchObject([{ updatedAt }]);
		expect(await collect(listAppAddresses(""))).toMatchObject([{ updatedAt }, { updatedAt }]);
	});

	test("hold 10,000 documents at most, and every one of them once", async () => {
		const app = await createApp(owner);
		const count = SITEMAP_SIZE + 3;
		const now = clock.now();
		const rows = Array.from({ length: count }, (_, at) => ({
			appId: app.appId,
			title: `Document ${at}`,
			slug: `document-${at}`,
			content: "Text.",
			html: "<p>Text.</p>",
			preview: "Text.",
			headings: "[]",
			revision: 1,
			requestId: `request-${at}`,
			createdAt: now,
			updatedAt: now,
			deletedAt: at === 5 ? now : null,
		}));
		await transaction((tx) => tx.document.createMany({ data: rows }));
		const starts = await sitemapStarts("document");
		expect(starts).toHaveLength(2);
		const pages = await Promise.all(starts.map((start) => collect(listDocumentAddresses(start))));
		expect(pages.map((page) => page.length)).toEqual([SITEMAP_SIZE - 1, 3]);
		expect(new Set(pages.flat().map(({ url }) => url)).size).toBe(count - 1);
	});
});
