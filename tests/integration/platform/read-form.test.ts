import { expect, test } from "vitest";
import { isData } from "#app/http/error-content.ts";
import { readForm } from "#app/http/form.server.ts";

const TYPE = "application/x-www-form-urlencoded";

function post(body: string): Request {
	const headers = { "Content-Type": TYPE };
	return new Request("http://localhost/", { method: "POST", headers, body });
}

/** Returns the status of the error page in a form's place, or null for a form that is read. */
async function refusalOf(body: string): Promise<number | null> {
	try {
		await readForm(post(body));
		return null;
	} catch (thrown) {
		return isData(thrown) ? (thrown.init?.status ?? null) : null;
	}
}

test("a form of a thousand fields is read, and of more is refused", async () => {
	expect([...(await readForm(post(`${"a=b&".repeat(999)}a=b`)))]).toHaveLength(1_000);
	expect(await refusalOf(`${"a=b&".repeat(1_000)}a=b`)).toBe(400);
});

test("a form keeps its fields as they were sent", async () => {
	const form = await readForm(post("a=%26+%F0%9F%98%80&b&&=c&a=d%zz"));
	expect([...form]).toEqual([
		["a", "& 😀"],
		["b", ""],
		["", "c"],
		["a", "d%zz"],
	]);
});

test("a body of countless fields is refused without taking them apart, which takes seconds", async () => {
	const body = "a&".repeat(64 * 1024);
	let startedAt = performance.now();
	expect([...new URLSearchParams(body)]).toHaveLength(64 * 1024);
	const apartMs = performance.now() - startedAt;
	startedAt = performance.now();
	expect(await refusalOf(body)).toBe(400);
	expect(performance.now() - startedAt).toBeLessThan(apartMs);
});
