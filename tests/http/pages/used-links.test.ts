import { describe, expect, test } from "vitest";
import { createEmailLink } from "#app/accounts/email-link.server.ts";
import { transaction } from "#app/platform/db/db.server.ts";
import { HOUR_MS } from "#app/platform/time.ts";
import { createClient } from "../../kit/http/client.ts";
import { serve } from "../../kit/process/serve.ts";
import { rowsOf } from "../../kit/rows.ts";
import { createApp } from "../../kit/world/app.ts";
import { createForm } from "../../kit/world/form.ts";
import { createSubmission } from "../../kit/world/submission.ts";
import { createUser, makePro, PASSWORD } from "../../kit/world/user.ts";

const server = serve();
const FAILED = "Invalid or expired verification link";

/** A browser of its own, with the cookies that the page gave it. */
async function openedBy(page: string) {
	const answer = await createClient(server).get(page);
	expect(answer.status).toBe(200);
	const cookie = answer.cookies.map((one) => one.split(";")[0]).join("; ");
	return createClient(server, { cookie });
}

async function submit(traits: Parameters<typeof createSubmission>[1] = {}) {
	const owner = await createUser();
	await makePro(owner);
	return createSubmission(await createForm(await createApp(owner)), traits);
}

function endSession(id: string, ms: number) {
	return transaction((tx) =>
		tx.submission.update({ where: { id }, data: { sessionEndsAt: new Date(Date.now() + ms) } }),
	);
}

const links = [
	{ name: "verification link", page: "/verify-submission", verified: false, of: "verify" },
	{ name: "session link", page: "/extend-session", verified: true, of: "session" },
] as const;

describe.each(links)("a $name", ({ page, verified, of }) => {
	/** A mailed link of a new submission, and the address of its conversation. */
	async function mailed() {
		const submission = await submit({ verified, open: false });
		const link = submission[of];
		const address = `${page}?${new URLSearchParams(link)}`;
		return { ...submission, link, address, conversation: `/conversation/${submission.token}` };
	}

	test("leads to the conversation at the second press too, if the first answer never came", async () => {
		const { link, address, conversation } = await mailed();
		const browser = await openedBy(address);
		// The browser drops the answer to the first press, with its cookies.
		const answers = await Promise.all([browser.post(page, link), browser.post(page, link)]);
		for (const answer of answers) {
			expect([answer.status, answer.headers.location]).toEqual([303, conversation]);
		}
		const again = await browser.get(address);
		expect([again.status, again.headers.location]).toEqual([302, conversation]);
	});

	test("leads a stranger nowhere once it was used, with or without a cookie", async () => {
		const { link, address, conversation } = await mailed();
		const other = await mailed();
		const stranger = await openedBy(other.address);
		expect((await stranger.post(page, other.link)).headers.location).toBe(other.conversation);
		const visitor = await openedBy(address);
		expect((await visitor.post(page, link)).headers.location).toBe(conversation);
		for (const client of [stranger, createClient(server)]) {
			const posted = await client.post(page, link);
			expect(posted.headers.location).toBe(address);
			const shown = await client.get(address);
			expect(shown.status).toBe(400);
			expect(shown.text).not.toContain(conversation);
		}
	});

	test("leads nowhere once the session is over", async () => {
		const { id, link, address } = await mailed();
		const browser = await openedBy(address);
		await browser.post(page, link);
		await endSession(id, -1);
		expect((await browser.post(page, link)).headers.location).toBe(address);
		expect((await browser.get(address)).status).toBe(400);
	});
});

test("a used verification link leads the browser that opened the session with a later link", async () => {
	const { id, verify, session, token } = await submit({ verified: true, open: false });
	const address = `/verify-submission?${new URLSearchParams(verify)}`;
	const before = await createClient(server).get(address);
	expect([before.status, before.text.includes(FAILED)]).toEqual([400, true]);
	const browser = await openedBy(`/extend-session?${new URLSearchParams(session)}`);
	await browser.post("/extend-session", session);
	expect((await browser.get(address)).headers.location).toBe(`/conversation/${token}`);
	await endSession(id, -HOUR_MS);
	expect((await browser.get(address)).status).toBe(400);
});

describe("a link of an account", () => {
	async function mailed(purpose: "confirm" | "reset", confirmed: boolean) {
		const user = await createUser({ confirmed, accountName: null });
		await transaction((tx) => tx.session.deleteMany({ where: { userId: user.userId } }));
		const token = await transaction((tx) => createEmailLink(tx, user.userId, purpose));
		return { user, token, address: `/auth/${purpose}?token=${token}` };
	}

	test("that confirms the address signs in at the second press too, in the same session", async () => {
		const { user, token, address } = await mailed("confirm", false);
		const browser = await openedBy(address);
		const values = { token, password: PASSWORD };
		const first = await browser.post("/auth/confirm", values);
		const second = await browser.post("/auth/confirm", values);
		expect(second.headers.location).toBe("/dashboard");
		expect(second.cookies[0]).toEqual(first.cookies[0]);
		const cookie = second.cookies[0]?.split(";")[0];
		expect((await createClient(server, { cookie }).get("/dashboard")).status).toBe(200);
		expect(rowsOf("Session", user.userId)).toHaveLength(1);

		const stranger = await openedBy((await mailed("confirm", false)).address);
		for (const client of [stranger, createClient(server)]) {
			const answer = await client.post("/auth/confirm", values);
			expect([answer.headers.location, answer.cookies]).toEqual([address, []]);
			expect((await client.get(address)).text).toContain("Already confirmed");
		}
		await transaction((tx) => tx.session.deleteMany({ where: { userId: user.userId } }));
		expect((await browser.post("/auth/confirm", values)).headers.location).toBe(address);
	});

	test("that was used before leads to where people wanted to go, by way of Login", async () => {
		const { userId } = await createUser();
		const returnTo = "/settings";
		const token = await transaction(async (tx) => {
			const link = await createEmailLink(tx, userId, "confirm", { returnTo });
			await tx.emailLink.updateMany({ where: { userId }, data: { usedAt: new Date() } });
			return link;
		});
		const { text } = await createClient(server).get(`/auth/confirm?token=${token}`);
		expect(text).toMatch(/href="\/auth\?redirectTo=%2Fsettings"[^>]*>Go to Login</);
	});

	test("that replaces the password says at the second press too that it did", async () => {
		const { token, address } = await mailed("reset", true);
		const browser = await openedBy(address);
		const values = { password: "battery staple", confirm_password: "battery staple" };
		for (const press of ["first", "second"]) {
			const answer = await browser.post(address, values);
			expect([press, answer.headers.location]).toEqual([press, "/auth"]);
		}
		const other = { password: "another staple", confirm_password: "another staple" };
		expect((await browser.post(address, other)).headers.location).toBe(address);
		const stranger = await openedBy((await mailed("reset", true)).address);
		expect((await stranger.post(address, values)).headers.location).toBe(
			`/auth/reset?token=${token}`,
		);
	});
});
