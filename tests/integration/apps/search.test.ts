import { beforeAll, describe, expect, test } from "vitest";
import type { AppAccess } from "#app/accounts/access.server.ts";
import { grantPlan } from "#app/admin/administration.server.ts";
import { countApps, listApps } from "#app/apps/app-list.sql.ts";
import { countTitles, searchTitles } from "#app/apps/title-search.sql.ts";
import { createApp } from "../../kit/world/app.ts";
import { createDocument } from "../../kit/world/document.ts";
import { createForm } from "../../kit/world/form.ts";
import { createUser, type TestUser } from "../../kit/world/user.ts";

const NAMES = ["Журнал One", "Ελλάδα Two", "ÉCLAIR"];

describe("a search looks past the case of every letter", () => {
	let user: TestUser;
	let app: AppAccess;

	beforeAll(async () => {
		user = await createUser();
		await grantPlan(user.email, "pro");
		const apps = [];
		for (const name of NAMES) apps.push(await createApp(user, name));
		app = apps[0] as AppAccess;
		for (const title of NAMES) {
			await createDocument(app, { title });
			await createForm(app, { title });
		}
	});

	test.each([
		["журнал", 1],
		["ЖУР", 1],
		["ελλ", 1],
		["éclair", 1],
		["ÉClair", 1],
		["o", 2],
		["жз", 0],
	])("%j is found %i times, among apps, documents and forms", async (query, count) => {
		expect(await listApps(user, { query })).toHaveLength(count);
		expect(countApps(user, query).found).toBe(count);
		for (const table of ["Document", "Form"] as const) {
			expect(searchTitles(table, app, { query, skip: 0, take: 50 })).toHaveLength(count);
			expect(countTitles(table, app, query)).toBe(count);
		}
	});
});
