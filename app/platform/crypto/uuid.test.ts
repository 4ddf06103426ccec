import { afterEach, expect, test, vi } from "vitest";
import { createUuid } from "./uuid.server.ts";

const VERSION_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

afterEach(() => {
	vi.useRealTimers();
});

test("ids are UUIDs of version 7, which tell when they were made", () => {
	const before = Date.now();
	const id = createUuid();
	const made = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
	expect(id).toMatch(VERSION_7);
	expect(made).toBeGreaterThanOrEqual(before);
	expect(made).toBeLessThanOrEqual(Date.now() + 1);
});

test("they sort as they were made, ten thousand within a millisecond and when the clock goes back", () => {
	vi.useFakeTimers({ now: Date.UTC(2100, 0, 1) });
	const ids = Array.from({ length: 10_000 }, createUuid);
	vi.setSystemTime(Date.UTC(2099, 0, 1));
	ids.push(createUuid());
	expect(ids).toEqual(ids.toSorted());
	expect(new Set(ids).size).toBe(ids.length);
	expect(ids.filter((id) => !VERSION_7.test(id))).toEqual([]);
});
