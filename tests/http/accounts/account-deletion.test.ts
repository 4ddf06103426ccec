import { describe, expect, test } from "vitest";
import { eraseAccountJob } from "#app/accounts/account-erasure.server.ts";
import { transaction } from "#app/platform/db/db.server.ts";
import { enqueueJob } from "#app/platform/jobs/job.server.ts";
import { dumpDatabase } from "../../kit/dump.ts";
import { type Client, createClient, openEvents } from "../../kit/http/client.ts";
import { dataPath } from "../../kit/http/routes.ts";
import { firstPage } from "../../kit/http/visitor-form.ts";
import { serve } from "../../kit/process/serve.ts";
import { startServer } from "../../kit/process/server.ts";
import { rowsOf } from "../../kit/rows.ts";
import { createSubmission } from "../../kit/world/submission.ts";
import { PASSWORD } from "../../kit/world/user.ts";
import { createWorld, databaseFile, type World } from "../../kit/world/world.ts";

const PATH = "/settings/deletion";
const VALUES = { confirmation: "DELETE", current_password: PASSWORD };
const WRONG = "Invalid email or password. Please check your credentials and try again.";

const server = serve();

/** A world and its signed-in owner. */
async function createOwner() {
	const world = await createWorld();
	return { world, owner: createClient(server.url, { cookie: world.cookie }) };
}

/** The hidden field of the form. */
async function receiptOf(owner: Client): Promise<string> {
	return /name="receipt" value="([^"]+)"/.exec((await owner.get(PATH)).text)?.[1] ?? "";
}

function isThere({ user }: World): boolean {
	return rowsOf("User", user.userId).length > 0;
}

describe("the page that deletes the account", () => {
	test("asks those to log in who are not signed in, and takes nothing from them", async () => {
		const receipt = await receiptOf((await createOwner()).owner);
		const before = dumpDatabase(databaseFile);
		for (const cookie of [undefined, "session=", "session=made-up"]) {
			const visitor = createClient(server.url, { cookie });
			for (const path of [PATH, dataPath(PATH)]) {
				for (const answer of [
					await visitor.get(path),
					await visitor.post(path, VALUES),
					await visitor.post(path, { ...VALUES, receipt }),
				]) {
					expect(answer.status).toBe(401);
					expect(answer.text).toContain("Authentication Error");
					expect(answer.text).toContain("You must be logged in to delete your account.");
				}
			}
		}
		expect(dumpDatabase(databaseFile)).toEqual(before);
	});

	test("says what goes, and looking at it changes nothing", async () => {
		const { owner } = await createOwner();
		const before = dumpDatabase(databaseFile);
		const answer = await owner.get(PATH);
		expect(answer.status).toBe(200);
		expect(answer.headers["cache-control"]).toBe("no-store");
		expect(answer.text).toContain("Your 1 app, 1 document and 1 form go offline at once.");
		expect(answer.text).toContain('href="/settings/export"');
		expect(dumpDatabase(databaseFile)).toEqual(before);
	});

	test("refuses anything but DELETE, and a wrong password, at their fields", async () => {
		const { world, owner } = await createOwner();
		for (const confirmation of ["", "delete", "DELETE ", "Delete", "DELETED"]) {
			const answer = await owner.post(PATH, { ...VALUES, confirmation });
			expect(answer.status).toBe(400);
			expect(answer.text).toContain("Please type &#x27;DELETE&#x27; to confirm account deletion.");
		}
		const answer = await owner.post(PATH, { ...VALUES, current_password: "wrong-password" });
		expect(answer.status).toBe(400);
		expect(answer.text).toContain("This is not your current password.");
		expect(answer.text).not.toContain("wrong-password");
		expect(isThere(world)).toBe(true);
	});
});

describe("a deleted account", () => {
	test("is signed out and told so once, at home", async () => {
		const { owner } = await createOwner();
		const answer = await owner.post(PATH, VALUES);
		expect([answer.status, answer.headers.location]).toEqual([303, "/"]);
		const session = answer.cookies.find((cookie) => cookie.startsWith("session="));
		expect(session).toMatch(/^session=;.*Max-Age=0/);
		const flash = answer.cookies.find((cookie) => cookie.startsWith("flash="))?.split(";")[0];
		const home = await createClient(server.url, { cookie: flash }).get("/");
		expect(home.status).toBe(200);
		expect(home.text).toContain("Your account was deleted");
		expect(home.cookies.join()).toMatch(/flash=;.*Max-Age=0/);
		for (const path of ["/dashboard", "/settings", PATH]) {
			expect((await owner.get(path)).status).toBe(401);
		}
	});

	test("answers a second click as it answered the first", async () => {
		const { owner } = await createOwner();
		const values = { ...VALUES, receipt: await receiptOf(owner) };
		const clicks = await Promise.all([owner.post(PATH, values), owner.post(PATH, values)]);
		for (const { status, headers } of [...clicks, await owner.post(PATH, values)]) {
			expect([status, headers.location]).toEqual([303, "/"]);
		}
		expect((await owner.post(PATH, VALUES)).status).toBe(401);
	});

	test("has pages that are gone, at every address they had", async () => {
		const { world, owner } = await createOwner();
		const { app, document, form, submission, unverified } = world;
		await owner.post(PATH, VALUES);
		const visitor = createClient(server.url);
		for (const path of [
			`/${world.user.accountName}/${app.app.slug}`,
			document.path,
			form.path,
			`/doc/${app.appId}/${document.slug}`,
			`/form/${app.appId}/${form.id}`,
		]) {
			for (const one of [path, dataPath(path)]) {
				const answer = await visitor.get(one);
				expect([one, answer.status]).toEqual([one, 410]);
				expect(answer.text).toContain("was taken down by its developer.");
			}
		}
		expect((await visitor.post(form.path, firstPage(form))).status).toBe(410);
		const talk = await visitor.get(`/conversation/${submission.token}`);
		expect(talk.status).toBe(404);
		expect(talk.text).toContain("Conversation Not Found");
		for (const [path, link, text] of [
			["/verify-submission", unverified.verify, "Invalid or expired verification link"],
			["/extend-session", submission.session, "Invalid or expired session extension link"],
		] as const) {
			const seen = await visitor.get(`${path}?${new URLSearchParams(link)}`);
			expect(seen.status).toBe(400);
			expect(seen.text).toContain(text);
		}
	});

	test("is unknown to the sign-in, in the words of a wrong password", async () => {
		const { world, owner } = await createOwner();
		await owner.post(PATH, VALUES);
		const attempt = { email: world.user.email, password: PASSWORD };
		const answer = await createClient(server.url).post("/auth", attempt);
		expect(answer.status).toBe(400);
		expect(answer.text).toContain(WRONG);
	});

	test("ends the streams of its conversations, the visitor's and its own", async () => {
		const [{ world, owner }, other] = [await createOwner(), await createWorld()];
		const talk = await createSubmission(world.form);
		const visitors = await openEvents(server.url, `/conversation/${talk.token}/events`);
		const path = `/admin/conversation/${talk.id}/events`;
		const owners = await openEvents(server.url, path, world.cookie);
		const stays = await openEvents(server.url, `/conversation/${other.submission.token}/events`);
		let isOver = false;
		stays.ended.then(() => {
			isOver = true;
		});
		await owner.post(PATH, VALUES);
		await Promise.all([visitors.ended, owners.ended]);
		expect(isOver).toBe(false);
		stays.close();
	});
});

test("what a crash left of a closed account is erased when the process starts", async () => {
	const world = await createWorld();
	const { userId } = world.user;
	await transaction((tx) => {
		enqueueJob(tx, eraseAccountJob, { key: userId });
		const data = { deletedAt: new Date(), accountName: null };
		return tx.user.update({ where: { id: userId }, data });
	});
	const second = await startServer(databaseFile);
	await expect.poll(() => isThere(world)).toBe(false);
	expect(await second.stop()).toBe(0);
	expect(second.errors).toEqual([]);
});
