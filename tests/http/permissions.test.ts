import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { trashApp } from "~/models/app.server";
import { type Dump, dumpDatabase, rowsWith } from "../setup/dump.ts";
import { type Answer, createClient, type Values } from "../setup/http-client.ts";
import { type BuiltRoute, builtRoutes, dataPath } from "../setup/routes.ts";
import { startServer, type TestServer } from "../setup/server.ts";
import { addressOf, createWorld, databaseFile, type World } from "../setup/world.ts";

type Row = {
	/** "own": everyone has one of these; else what another user is answered. */
	stranger: "own" | 403 | 404;
	/** What the owner is answered: 200 unless it leads elsewhere. */
	get?: 302;
	/** What the owner's form sends, for routes with an action. */
	post?: (world: World) => Values;
	/** The post answers 303 and stores nothing. */
	storesNothing?: true;
};

/** Every address of the owner area. A new route without a row here fails the first test. */
const MATRIX: Record<string, Row> = {
	"routes/owner/dashboard": {
		stranger: "own",
		post: () => ({ name: "One more app", request_id: crypto.randomUUID() }),
	},
	"routes/owner/refresh": { stranger: "own", get: 302, post: () => ({}), storesNothing: true },
	"routes/owner/guide": { stranger: "own", get: 302, post: () => ({}) },
	"routes/owner/account-name": {
		stranger: "own",
		post: () => ({ account_name: `new-${crypto.randomUUID().slice(0, 8)}` }),
	},
	"routes/owner/account-name-check": { stranger: "own" },
	"routes/owner/settings": { stranger: "own" },
	"routes/owner/apps/index": { stranger: 404, get: 302 },
	"routes/owner/apps/deletion": { stranger: 404, post: () => ({}) },
	"routes/owner/apps/settings": { stranger: 404, post: () => ({ name: "Renamed" }) },
	"routes/owner/documents/redirect": { stranger: 404, get: 302 },
	"routes/owner/documents/index": { stranger: 404, get: 302 },
	"routes/owner/documents/new": {
		stranger: 404,
		post: () => ({ title: "Terms", content: "# Terms", request_id: crypto.randomUUID() }),
	},
	"routes/owner/documents/published": { stranger: 404 },
	"routes/owner/documents/edit": {
		stranger: 404,
		post: ({ document }) => ({
			title: "Changed",
			content: "Changed.",
			revision: String(document.revision),
		}),
	},
	"routes/owner/documents/versions": { stranger: 404 },
	"routes/owner/documents/version": { stranger: 404, post: () => ({}) },
	"routes/owner/documents/deletion": { stranger: 404, post: () => ({}) },
	"routes/owner/documents/list": { stranger: 403 },
};

const routes = builtRoutes();
const ownerRoutes = routes.filter((route) => route.id.startsWith("routes/owner/"));

/** The ways to ask for one address: a page, its data, and the data of the innermost route alone. */
const KINDS = [
	{ kind: "a page", isData: false, to: (address: string) => address },
	{ kind: "data", isData: true, to: (address: string) => dataPath(address) },
	{
		kind: "data of that route alone",
		isData: true,
		to: (address: string, route: BuiltRoute) =>
			dataPath(`${address}?_routes=${encodeURIComponent(route.id)}`),
	},
];

let server: TestServer;
let owner: World;
let stranger: World;

beforeAll(async () => {
	server = await startServer(databaseFile);
	owner = await createWorld();
	stranger = await createWorld();
});

afterAll(async () => {
	expect(await server.stop()).toBe(0);
	expect(server.errors).toEqual([]);
});

test("every address of the owner area is in the matrix", () => {
	expect(ownerRoutes.map((route) => route.id).sort()).toEqual(Object.keys(MATRIX).sort());
	for (const route of ownerRoutes) {
		expect([route.id, MATRIX[route.id]?.post !== undefined]).toEqual([route.id, route.hasAction]);
		expect(route.layouts[0], route.id).toBe("routes/owner/layout");
	}
});

test("a refusal is a page wherever people go, and data where a script asks", () => {
	const withoutPage = ownerRoutes.filter((route) => !route.isPage);
	expect(withoutPage.map((route) => route.pattern)).toEqual(["/account-name/check"]);
});

test("every address outside the owner area is meant to be open", () => {
	expect(
		routes.filter((route) => !ownerRoutes.includes(route)).map((route) => route.pattern),
	).toEqual([
		"/",
		"/pricing",
		"/auth",
		"/auth/confirm",
		"/auth/confirmation",
		"/auth/forgot",
		"/auth/reset",
		"/auth/sign-out",
		"/doc/:appId/:documentSlug",
		"/:accountSlug/:appName",
		"/:accountSlug/:appName/:documentSlug",
		"/healthz",
		"/local/mailbox",
		"/local/mailbox/:mailId",
		"/*",
	]);
});

for (const route of ownerRoutes) {
	const row = MATRIX[route.id] as Row;

	for (const { kind, isData, to } of KINDS) {
		describe(`${route.pattern}, ${kind}`, () => {
			const pathIn = (world: World) => to(addressOf(route.pattern, world), route);
			const valuesFor = (world: World) => row.post?.(world) ?? {};

			test("signed out, it can be neither seen nor used", async () => {
				const before = dumpDatabase(databaseFile);
				for (const cookie of [undefined, "session=", "session=made-up"]) {
					const visitor = createClient(server.url, { cookie });
					const seen = await visitor.get(pathIn(owner));
					const used = await visitor.post(pathIn(owner), valuesFor(owner));
					for (const answer of [seen, used]) {
						expect(answer.status).toBe(401);
						expect(answer.text).toContain("Please Log In");
						expect(answer.headers["content-type"]?.startsWith("text/html")).toBe(
							route.isPage && !isData,
						);
						expectNothingOf(owner, answer);
					}
				}
				expect(dumpDatabase(databaseFile)).toEqual(before);
			});

			if (row.stranger !== "own") {
				test("another user can neither see nor use it", async () => {
					const client = createClient(server.url, { cookie: stranger.cookie });
					const before = dumpDatabase(databaseFile);
					const seen = await client.get(pathIn(owner));
					const used = await client.post(pathIn(owner), valuesFor(owner));
					expect(seen.status).toBe(row.stranger);
					expect(used.status).toBe(route.hasAction ? row.stranger : refusedPost(row));
					for (const answer of [seen, used]) expectNothingOf(owner, answer);
					expect(dumpDatabase(databaseFile)).toEqual(before);
				});
			} else {
				test("another user sees and changes only their own", async () => {
					const visitor = await createWorld({ guideDismissed: false });
					const client = createClient(server.url, { cookie: visitor.cookie });
					const before = aboutOwner();
					const seen = await client.get(pathIn(owner));
					expectSeen(seen, row, isData);
					expectNothingOf(owner, seen);
					if (row.post) {
						const used = await client.post(pathIn(owner), row.post(visitor));
						expect(used.status).toBe(isData ? 202 : 303);
						expectNothingOf(owner, used);
					}
					expect(aboutOwner()).toEqual(before);
				});
			}

			if (route.pattern.includes(":documentId")) {
				test("another user does not reach the document through an app of their own", async () => {
					const client = createClient(server.url, { cookie: stranger.cookie });
					const address = to(
						addressOf(route.pattern, { ...stranger, document: owner.document }),
						route,
					);
					const before = dumpDatabase(databaseFile);
					const seen = await client.get(address);
					const used = await client.post(address, valuesFor(owner));
					for (const answer of [seen, used]) {
						expect(answer.status).toBe(isData ? 202 : 303);
						expect(isData ? answer.text : answer.headers.location).toContain(
							`/app/${stranger.app.appId}/documents`,
						);
						expectNothingOf(owner, answer);
					}
					expect(dumpDatabase(databaseFile)).toEqual(before);
				});
			}

			if (route.pattern.includes(":appId")) {
				test("its owner can't use it once the app is in the trash", async () => {
					const world = await createWorld();
					await trashApp(world.user, world.app.appId);
					const client = createClient(server.url, { cookie: world.cookie });
					const before = dumpDatabase(databaseFile);
					const seen = await client.get(pathIn(world));
					expect(seen.status).toBe(404);
					const used = await client.post(pathIn(world), valuesFor(world));
					// Deleting it again is the same deletion, so that a double click is no error.
					const isAgain = route.id === "routes/owner/apps/deletion";
					expect(used.status).toBe(isAgain ? (isData ? 202 : 303) : 404);
					expect(dumpDatabase(databaseFile)).toEqual(before);
				});
			}

			test("its owner sees it, and looking changes nothing", async () => {
				const client = createClient(server.url, { cookie: owner.cookie });
				const before = dumpDatabase(databaseFile);
				expectSeen(await client.get(pathIn(owner)), row, isData);
				expect((await client.head(pathIn(owner))).bytes).toHaveLength(0);
				expect(dumpDatabase(databaseFile)).toEqual(before);
			});

			test(`its owner ${route.hasAction ? "can use it" : "finds no form there"}`, async () => {
				const world = await createWorld({ guideDismissed: false });
				const client = createClient(server.url, { cookie: world.cookie });
				const before = dumpDatabase(databaseFile);
				const used = await client.post(pathIn(world), valuesFor(world));
				const after = dumpDatabase(databaseFile);
				if (!row.post) expect(used.status).toBe(405);
				else expect(used.status).toBe(isData ? 202 : 303);
				if (row.post && !row.storesNothing) expect(after).not.toEqual(before);
				else expect(after).toEqual(before);
			});
		});
	}
}

test("no page writes to the database by being looked at", async () => {
	const before = dumpDatabase(databaseFile);
	for (const cookie of [undefined, owner.cookie, stranger.cookie]) {
		const client = createClient(server.url, { cookie });
		for (const route of routes) {
			const address = addressOf(route.pattern, owner);
			for (const { to } of KINDS) {
				await client.get(to(address, route));
				await client.head(to(address, route));
			}
		}
		await client.get("/dashboard?guide=3&new-app");
		await client.get("/auth?mode=sign-up&redirectTo=/settings");
		await client.get("/auth/confirm?token=made-up");
		await client.get("/auth/reset?token=made-up");
	}
	expect(dumpDatabase(databaseFile)).toEqual(before);
});

/** A post where no form is: who may not see the page learns no more from posting to it. */
function refusedPost(row: Row) {
	return row.stranger === 403 ? 405 : row.stranger;
}

function expectSeen(answer: Answer, row: Row, isData: boolean) {
	if (row.get === 302) {
		expect(answer.status).toBe(isData ? 202 : 302);
	} else {
		expect(answer.status).toBe(200);
	}
}

/** The answer holds nothing that only this world's owner may know. */
function expectNothingOf({ user, app, document }: World, answer: Answer) {
	for (const secret of [user.email, app.app.name, document.content, "Your e-mail address."]) {
		expect(answer.text).not.toContain(secret);
	}
}

function aboutOwner(): Dump {
	const ids = [owner.user.userId, owner.user.sessionId, owner.app.appId, owner.document.id];
	return rowsWith(dumpDatabase(databaseFile), ids);
}
