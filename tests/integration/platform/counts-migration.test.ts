import { expect, test } from "vitest";
import { databaseBefore, insert } from "../../kit/migrations.ts";

const COUNTS = "20261121112000_counts";

const TRASH = "20261121174500_counts_without_trash";
const LIMITS = "20261122025700_one_rate_limit";
const DAY = "2026-11-20";
const MOMENT = `${DAY}T08:00:00.000+00:00`;

test("a database that was in use before the counts has them from its rows", () => {
	const { database, apply } = databaseBefore(COUNTS);
	const add = (id: string, moment: string, deletedAt: string | null = null) =>
		insert(database, "User", {
			...{ id, email: `${id}@example.com`, passwordHash: "" },
			...{ createdAt: moment, updatedAt: moment, deletedAt },
		});
	add("user-0", MOMENT, MOMENT);
	add("user-1", MOMENT);
	add("user-2", "2026-11-21T08:00:00.000+00:00");
	apply(COUNTS);
	add("user-3", "2026-11-21T09:00:00.000+00:00");
	expect(database.prepare("SELECT * FROM DailyCount ORDER BY day").all()).toEqual([
		{ kind: "user", day: DAY, count: 1 },
		{ kind: "user", day: "2026-11-21", count: 2 },
	]);
	database.close();
});

test("a database that counted what is in the trash counts it no longer", () => {
	const { database, apply } = databaseBefore(TRASH);
	const times = { createdAt: MOMENT, updatedAt: MOMENT };
	insert(database, "User", { id: "user", email: "a@example.com", passwordHash: "", ...times });
	for (const [app, deletedAt] of [
		["live", null],
		["trashed", MOMENT],
	] as const) {
		const names = { name: app, nameKey: app, slug: app, requestId: app };
		insert(database, "App", { id: app, userId: "user", ...names, ...times, deletedAt });
		for (const id of [`${app}-1`, `${app}-2`]) {
			const own = { id, appId: app, title: id, slug: id, revision: 1, requestId: id, ...times };
			const page = { content: "", html: "", preview: "", headings: "[]" };
			insert(database, "Document", { ...own, ...page });
			const form = { userId: "user", titleKey: id, description: "", fields: "[]" };
			insert(database, "Form", { ...own, ...form });
		}
	}
	const counts = () =>
		database
			.prepare("SELECT kind, count FROM DailyCount WHERE kind <> 'user' ORDER BY kind")
			.raw()
			.all();
	expect(counts()).toEqual([
		["app", 1],
		["document", 4],
		["form", 4],
	]);
	apply(TRASH);
	expect(counts()).toEqual([
		["app", 1],
		["document", 2],
		["form", 2],
	]);
	database.pragma("foreign_keys = ON");
	database.exec("DELETE FROM User");
	expect(counts()).toEqual([
		["app", 0],
		["document", 0],
		["form", 0],
	]);
	database.close();
});

test("whoever must wait before signing in must wait to the same moment after the limits moved", () => {
	const { database, apply } = databaseBefore(LIMITS);
	for (const [key, failures, blockedUntil] of [
		["none left", 0, "08:00:00"],
		["four", 4, "08:00:00"],
		["five", 5, "08:01:00"],
		["seven", 7, "08:04:00"],
		["fifty", 50, "09:00:00"],
	] as const) {
		insert(database, "SignInThrottle", {
			...{ key, failures, lastFailureAt: MOMENT },
			blockedUntil: `${DAY}T${blockedUntil}.000+00:00`,
		});
	}
	for (const [id, emailKey] of ["mailbox", "mailbox", "other"].entries()) {
		insert(database, "UnsolicitedMail", { id, emailKey, createdAt: MOMENT });
	}
	apply(LIMITS);
	const tomorrow = "2026-11-21T08:00:00.000+00:00";
	expect(database.prepare("SELECT * FROM RateLimit ORDER BY count, key").all()).toEqual([
		{ key: "other", endsAt: `${DAY}T09:00:00.000+00:00`, count: 1 },
		{ key: "mailbox", endsAt: `${DAY}T09:00:00.000+00:00`, count: 2 },
		{ key: "four", endsAt: tomorrow, count: 4 },
		{ key: "five", endsAt: tomorrow, count: 5 },
		{ key: "seven", endsAt: tomorrow, count: 7 },
		{ key: "fifty", endsAt: tomorrow, count: 50 },
	]);
	database.close();
});
