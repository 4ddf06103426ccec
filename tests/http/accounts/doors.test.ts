import { expect, test } from "vitest";
import { createEmailLink } from "#app/accounts/email-link.server.ts";
import { transaction } from "#app/platform/db/db.server.ts";
import { MINUTE_MS } from "#app/platform/time.ts";
import { type Answer, createClient, openEvents } from "../../kit/http/client.ts";
import { freshEmail, mailedToken } from "../../kit/mailed.ts";
import { serve } from "../../kit/process/serve.ts";
import { createUser, PASSWORD } from "../../kit/world/user.ts";
import { cookieOf, createWorld } from "../../kit/world/world.ts";

const LIMIT = 8;
const OFF = { "X-Forwarded-For": "203.0.113.7" };

const server = serve({ TRUST_PROXY: "true", ASKED_LINKS_PER_HOUR: String(LIMIT) });

let clients = 0;

/** A browser that keeps its cookies, at a client address of its own. */
function openBrowser(cookies: Record<string, string> = {}) {
	clients += 1;
	const headers = { "X-Forwarded-For": `198.51.100.${clients}` };
	const keep = (answer: Answer) => {
		for (const line of answer.cookies) {
			const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
			if (/Max-Age=0/.test(line)) delete cookies[name];
			else cookies[name] = value;
		}
		return answer;
	};
	const client = () => {
		const pairs = Object.entries(cookies).map(([name, value]) => `${name}=${value}`);
		return createClient(server, { cookie: pairs.join("; ") || undefined });
	};
	return {
		cookies,
		get: async (path: string) => keep(await client().get(path, headers)),
		post: async (path: string, values: Record<string, string> = {}) =>
			keep(await client().post(path, values, headers)),
		/** As a second press: the browser drops the answer to the first one, with its cookies. */
		postTwice: async (path: string, values: Record<string, string>) => {
			await client().post(path, values, headers);
			return keep(await client().post(path, values, headers));
		},
	};
}

const passwords = { password: PASSWORD, confirm_password: PASSWORD };

test("the browser that signed up confirms by one button, also when each is pressed twice", async () => {
	const browser = openBrowser();
	const email = freshEmail();
	await browser.postTwice("/auth?mode=sign-up", { email, ...passwords });
	const token = await mailedToken(email);
	const page = await browser.get(`/auth/confirm?token=${token}`);
	expect(page.text).toContain("One click, and your account is ready.");
	expect(page.text).not.toContain('type="password"');
	const confirmed = await browser.postTwice("/auth/confirm", { token });
	expect(confirmed.headers.location).toBe("/dashboard");
	expect((await browser.get("/dashboard")).status).toBe(200);
});

test("any other browser is asked for the password or a new one, and nothing is lost by a wrong one", async () => {
	const email = freshEmail();
	await openBrowser().post("/auth?mode=sign-up", { email, ...passwords });
	const token = await mailedToken(email);
	const signedIn = openBrowser();
	const unconfirmed = await signedIn.post("/auth", { email, password: PASSWORD });
	expect(unconfirmed.text).toContain("Email not confirmed.");
	const page = await signedIn.get(`/auth/confirm?token=${token}`);
	expect(page.text).toContain("One click, and your account is ready.");
	const address = `/auth/confirm?token=${token}`;
	const other = openBrowser();
	const pressed = await other.post("/auth/confirm", { token });
	expect([pressed.status, pressed.headers.location]).toEqual([303, address]);
	expect((await other.get(address)).text).toContain('type="password"');
	const wrong = await other.post(address, { token, password: "wrong" });
	expect(wrong.status).toBe(400);
	expect(wrong.text).toContain("This is not the password that the account was created with.");
	const choose = `${address}&choose=password`;
	expect(wrong.text).toContain(choose.replaceAll("&", "&amp;"));
	const chosen = { password: "battery staple", confirm_password: "battery staple" };
	expect((await other.get(choose)).status).toBe(200);
	const confirmed = await other.postTwice(choose, { token, ...chosen });
	expect(confirmed.headers.location).toBe("/dashboard");
	expect((await other.get("/dashboard")).status).toBe(200);
});

test("too many requests for mail get a page with a sentence, a time, and what was typed", async () => {
	const browser = openBrowser();
	for (let n = 0; n < LIMIT; n += 1) await browser.post("/auth/forgot", { email: freshEmail() });
	const email = "typed@example.com";
	const doors = { "/auth/forgot": {}, "/auth/confirmation": {}, "/auth?mode=sign-up": passwords };
	for (const [door, values] of Object.entries(doors)) {
		const refused = await browser.post(door, { email, ...values });
		expect([door, refused.status, Number(refused.headers["retry-after"]) > 3_500]).toEqual([
			door,
			429,
			true,
		]);
		expect(refused.text).toContain("Please try again in 60 minutes.");
		expect(refused.text).toContain(`value="${email}"`);
	}
});

test("a browser that signed in before is let in while strangers fail, and so is one that reset", async () => {
	const { email } = await createUser();
	const credentials = { email, password: PASSWORD };
	const [known, unknown, resetting] = [openBrowser(), openBrowser(), openBrowser()];
	await known.post("/auth", credentials);
	await known.post("/auth/sign-out");
	const stranger = openBrowser();
	for (let n = 0; n < 6; n += 1) await stranger.post("/auth", { email, password: "guess" });
	expect((await unknown.post("/auth", credentials)).status).toBe(429);
	expect((await known.post("/auth", credentials)).status).toBe(303);

	// Its mark says nothing about another account, and can't be made up.
	const other = await createUser();
	for (let n = 0; n < 6; n += 1) {
		await stranger.post("/auth", { email: other.email, password: "guess" });
	}
	const another = { email: other.email, password: PASSWORD };
	expect((await known.post("/auth", another)).status).toBe(429);
	const token = await transaction((tx) => createEmailLink(tx, other.userId, "reset"));
	const chosen = { password: "battery staple", confirm_password: "battery staple" };
	await resetting.post(`/auth/reset?token=${token}`, chosen);
	for (let n = 0; n < 6; n += 1) {
		await stranger.post("/auth", { email: other.email, password: "guess" });
	}
	const signedIn = await resetting.post("/auth", {
		email: other.email,
		password: "battery staple",
	});
	expect(signedIn.status).toBe(303);
});

test("a new password renews the session, and a second press ends well", async () => {
	const { token } = await createUser();
	const browser = openBrowser();
	const thief = openBrowser();
	const { writeSessionToken } = await import("#app/http/cookies.server.ts");
	const [, value = ""] = /^session=([^;]*)/.exec(await writeSessionToken(token)) ?? [];
	browser.cookies.session = value;
	thief.cookies.session = value;
	const change = {
		current_password: PASSWORD,
		password: "battery staple",
		confirm_password: "battery staple",
	};
	const second = await browser.postTwice("/settings/password", change);
	expect([second.status, second.headers.location]).toEqual([303, "/settings"]);
	expect((await browser.get("/settings")).status).toBe(200);
	expect((await thief.get("/settings")).status).toBe(401);
	expect((await thief.post("/settings", { full_name: "Thief", company: "" })).status).toBe(401);
});

test.each([
	["a wrong password", { ...passwords, current_password: "quite wrong" }],
	["nothing", {}],
])("the cookie of before a new password opens nothing again, with %s", async (_, values) => {
	const { token, email } = await createUser();
	const cookie = await cookieOf({ token });
	const change = { current_password: PASSWORD, password: "battery staple" };
	const path = "/settings/password";
	const owner = createClient(server, { cookie });
	await owner.post(path, { ...change, confirm_password: change.password });
	const refused = await createClient(server, { cookie }).post(path, values);
	expect([refused.status, refused.cookies]).toEqual([401, []]);
	expect(refused.text).not.toContain(email);
});

test("signing out other browsers asks for the password once the session is not fresh", async () => {
	const user = await createUser();
	const client = createClient(server, { cookie: await cookieOf(user) });
	const where = { id: user.sessionId };
	const data = { createdAt: new Date(Date.now() - 11 * MINUTE_MS) };
	await transaction((tx) => tx.session.update({ where, data }));
	const address = "/settings/sessions?session=others";
	expect((await client.get(address)).text).toContain("Sign out all other browsers?");
	for (const current_password of ["", "wrong"]) {
		const refused = await client.post(address, { session: "others", current_password });
		expect([refused.status, refused.text.includes('type="password"')]).toEqual([400, true]);
	}
	const done = await client.post(address, { session: "others", current_password: PASSWORD });
	expect([done.status, done.headers.location]).toEqual([303, "/settings"]);
});

test("signing out clears what the browser keeps, and ends the stream of a conversation within 2 s", async () => {
	const world = await createWorld();
	const path = `/admin/conversation/${world.submission.id}/events`;
	const stream = await openEvents(server.url, path, world.cookie);
	const started = performance.now();
	const answer = await createClient(server, { cookie: world.cookie }).post(
		"/auth/sign-out",
		{},
		OFF,
	);
	expect(answer.headers["clear-site-data"]).toBe('"storage"');
	await stream.ended;
	// 2 s, on a machine that is ten times slower.
	expect(performance.now() - started).toBeLessThan(20_000);
});

test("the log tells of sign-ins, limits and passwords by ids, and names no address", async () => {
	const user = await createUser();
	const browser = openBrowser();
	await browser.post("/auth", { email: user.email, password: "guess" });
	await browser.post("/auth", { email: user.email, password: PASSWORD });
	const change = {
		current_password: PASSWORD,
		password: "battery staple",
		confirm_password: "battery staple",
	};
	await browser.post("/settings/password", change);
	await browser.post("/auth/sign-out");
	const events = () =>
		server.log
			.filter((line) => line.includes(user.userId))
			.map((line) => JSON.parse(line) as { event: string; network?: string });
	await expect
		.poll(() => events().map(({ event }) => event))
		.toEqual(["sign-in refused", "signed in", "password changed", "signed out"]);
	expect(events()[1]?.network).toBe("198.51.100.0/24");
	const text = server.log.join("\n");
	for (const secret of [user.email, `198.51.100.${clients}`, PASSWORD]) {
		expect(text).not.toContain(secret);
	}
	expect(text).toContain('"event":"limit reached","limit":"sign-in throttle"');
});

test("the log tells of a role that is given, and of one that does not suffice, by ids", async () => {
	const [user, admin] = [await createUser(), await createUser({ adminRole: "super_admin" })];
	const giveRole = async (by: { token: string }) =>
		createClient(server, { cookie: await cookieOf(by) }).post(
			`/admin/users/${user.userId}/role`,
			{ role: "support" },
			OFF,
		);
	expect((await giveRole(admin)).status).toBe(303);
	expect((await giveRole(user)).status).toBe(403);
	const events = () =>
		server.log
			.filter((line) => line.includes(user.userId) && !line.includes('"event":"request"'))
			.map((line) => JSON.parse(line));
	await expect.poll(events).toMatchObject([
		{ event: "administration", actorId: admin.userId, targetId: user.userId },
		{ event: "role refused", userId: user.userId, role: "support" },
	]);
	expect(server.log.join("\n")).not.toContain(user.email);
});
