import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { grantPlan } from "#app/admin/administration.server.ts";
import { trashApp } from "#app/apps/app.server.ts";
import { conversationToken } from "#app/conversations/conversation-token.server.ts";
import { type Dump, dumpDatabase, rowsWith } from "../../kit/dump.ts";
import { type Answer, createClient, isHtml, type Values } from "../../kit/http/client.ts";
import { FORMS } from "../../kit/http/forms.ts";
import { builtRoutes, KINDS } from "../../kit/http/routes.ts";
import { startServer, type TestServer } from "../../kit/process/server.ts";
import { type FakeStripe, startStripe } from "../../kit/stand-ins/stripe.ts";
import { createSubmission } from "../../kit/world/submission.ts";
import { createUser } from "../../kit/world/user.ts";
import {
	addressOf,
	cookieOf,
	createWorld,
	databaseFile,
	type World,
} from "../../kit/world/world.ts";

type Row = {
	/** "own": everyone has one of these; else what another user is answered. */
	stranger: "own" | 403 | 404;
	/** What the owner is answered: 200 unless it leads elsewhere. */
	get?: 302;
	/** What the owner's post is answered: a redirect unless it is data for a script. */
	post?: 200;
	/** Its form stores nothing. */
	storesNothing?: true;
	/** What a signed-out person is told, where it differs (product.md, O23 and V3). */
	signedOut?: string;
	/** What the address needs besides its path. */
	query?: string;
	/** Without Pro, the title is 'Pro Subscription Required' (product.md, rule 20). */
	needsPro?: true;
	/** Administrators with a reason may see and use it in the owner's place (product.md, rule 39). */
	administrators?: true;
	/** It is there for apps in the trash, too. */
	inTrash?: true;
	/** A stream of events, which is nothing else, and no data. */
	streams?: true;
};

/** Every address of the owner area. A new route without a row here fails the first test. */
const MATRIX: Record<string, Row> = {
	"apps/routes/owner/dashboard": { stranger: "own" },
	"apps/routes/owner/refresh": { stranger: "own", get: 302, storesNothing: true },
	"apps/routes/owner/guide": { stranger: "own", get: 302 },
	"accounts/routes/settings/account-name": { stranger: "own" },
	"accounts/routes/settings/account-name-check": { stranger: "own" },
	"billing/routes/billing": { stranger: "own", storesNothing: true },
	"billing/routes/upgrade": {
		stranger: "own",
		signedOut: "Please log in to upgrade your plan.",
	},
	"billing/routes/change": {
		stranger: "own",
		signedOut: "Please log in to upgrade your plan.",
		query: "?plan=basic",
		get: 302,
		storesNothing: true,
	},
	"accounts/routes/settings/settings": { stranger: "own" },
	"accounts/routes/settings/password": { stranger: "own" },
	"accounts/routes/settings/email": { stranger: "own" },
	"accounts/routes/settings/sessions": { stranger: "own", get: 302, storesNothing: true },
	"accounts/routes/settings/export": { stranger: "own" },
	"apps/routes/owner/index": { stranger: 404, get: 302 },
	"apps/routes/owner/deletion": { stranger: 404 },
	"apps/routes/owner/deleted": { stranger: "own", storesNothing: true },
	"apps/routes/owner/settings": { stranger: 404 },
	"apps/routes/owner/contact": { stranger: 404 },
	"checks/routes/owner/checks": { stranger: 404 },
	"deletion-requests/routes/owner/page": { stranger: 404 },
	"deletion-requests/routes/owner/closing": { stranger: 404 },
	"checks/routes/owner/links": { stranger: 404, post: 200 },
	"checks/routes/owner/reachable": { stranger: 404, post: 200, storesNothing: true },
	"store-kit/routes/owner/kit": { stranger: 404 },
	"store-kit/routes/owner/fastlane": { stranger: 404 },
	"documents/routes/owner/redirect": { stranger: 404, get: 302 },
	"documents/routes/owner/index": { stranger: 404, get: 302 },
	"documents/routes/owner/new": { stranger: 404 },
	"documents/routes/owner/preview": { stranger: 404, get: 302, post: 200, storesNothing: true },
	"documents/routes/owner/autosave": { stranger: 404, get: 302, post: 200 },
	"documents/routes/owner/draft": { stranger: 404 },
	"documents/routes/owner/draft-deletion": { stranger: 404 },
	"documents/routes/owner/calling-off": { stranger: 404, get: 302, storesNothing: true },
	"documents/routes/owner/published": { stranger: 404 },
	"documents/routes/owner/edit": { stranger: 404 },
	"documents/routes/owner/versions": { stranger: 404 },
	"documents/routes/owner/version": { stranger: 404 },
	"documents/routes/owner/opening": { stranger: 404, storesNothing: true },
	"documents/routes/owner/withdrawal": { stranger: 404 },
	"documents/routes/owner/deletion": { stranger: 404 },
	"documents/routes/owner/deleted": { stranger: 404, storesNothing: true },
	"documents/routes/owner/list": { stranger: 403 },
	"forms/routes/owner/new": {
		stranger: 404,
		signedOut: "Authentication Required",
		needsPro: true,
	},
	"forms/routes/owner/edit": {
		stranger: 404,
		signedOut: "Authentication Required",
		needsPro: true,
	},
	"forms/routes/owner/published": { stranger: 404, needsPro: true },
	"forms/routes/owner/deletion": { stranger: 404 },
	"forms/routes/owner/deleted": { stranger: 404, storesNothing: true },
	"forms/routes/owner/list": { stranger: 403, needsPro: true },
	"submissions-of-app": { stranger: 404 },
	messages: { stranger: "own" },
	"export-of-all": { stranger: "own", query: "?format=csv" },
	"conversations/routes/owner/submission-deletion": { stranger: "own", get: 302 },
	"conversations/routes/owner/list": { stranger: 404 },
	"export-of-app": { stranger: 404, query: "?format=csv" },
	"conversations/routes/owner/export": { stranger: 404, query: "?format=json" },
	"conversations/routes/owner/notifications": { stranger: "own" },
	"conversations/routes/owner/saved-replies": { stranger: "own" },
	"conversations/routes/owner/reply-edit": { stranger: "own", get: 302 },
	"conversations/routes/owner/reply-deletion": { stranger: "own", get: 302 },
	"conversations/routes/owner/reason": {
		stranger: 404,
		administrators: true,
		get: 302,
		storesNothing: true,
	},
	"conversations/routes/owner/conversation": { stranger: 404, administrators: true },
	"conversations/routes/owner/details": { stranger: 404, administrators: true },
	"conversations/routes/owner/notes": { stranger: 404, administrators: true },
	"conversations/routes/owner/note": { stranger: 404, administrators: true },
	"deletion-requests/routes/owner/list": { stranger: 404, inTrash: true },
	"deletion-requests/routes/owner/done": { stranger: 404, inTrash: true },
	"deletion-requests/routes/owner/refusal": { stranger: 404, inTrash: true },
	"conversations/routes/owner/held-mails": {
		stranger: 404,
		administrators: true,
		storesNothing: true,
	},
	"conversations/routes/owner/events": { stranger: 404, administrators: true, streams: true },
};

const THREAD = "/admin/conversation/:submissionId";
const REASON = `${THREAD}/reason`;

const routes = builtRoutes();
const ownerRoutes = routes.filter((route) => route.layouts[0] === "apps/routes/owner/owner-layout");
/** These have a matrix of their own: tests/http/access/admin-permissions.test.ts. */
const adminRoutes = routes.filter((route) => route.layouts[0] === "admin/routes/layout");
const openRoutes = routes.filter(
	(route) => !ownerRoutes.includes(route) && !adminRoutes.includes(route),
);

let stripe: FakeStripe;
let server: TestServer;
let owner: World;
let stranger: World;
/** One without Pro. */
let freeStranger: World;
/** One whose app is in the trash. */
let trashed: World;
let administrator: { cookie: string };

beforeAll(async () => {
	// Behind an address, Stripe sends no webhooks that would write beside what is looked at here.
	stripe = await startStripe();
	server = await startServer(databaseFile, { STRIPE_API_URL: stripe.url });
	owner = await createWorld();
	stranger = await createWorld();
	freeStranger = await createFreeWorld();
	trashed = await createWorld();
	await trashApp(trashed.user, trashed.app.appId);
	administrator = { cookie: await cookieOf(await createUser({ adminRole: "super_admin" })) };
});

afterAll(async () => {
	expect(await server.stop()).toBe(0);
	expect(server.errors).toEqual([]);
	await stripe.stop();
});

test("every address of the owner area is in the matrix", () => {
	expect(ownerRoutes.map((route) => route.id).sort()).toEqual(Object.keys(MATRIX).sort());
	for (const { id, hasAction } of ownerRoutes) {
		expect([id, FORMS.some((form) => form.route === id)]).toEqual([id, hasAction]);
	}
	const ownerFiles = routes.filter((route) => /\/routes\/owner\//.test(route.id));
	for (const route of ownerFiles) expect(ownerRoutes).toContain(route);
});

test("a refusal is a page wherever people go, and data where a script asks", () => {
	const withoutPage = ownerRoutes.filter((route) => !route.isPage);
	expect(withoutPage.map((route) => route.pattern)).toEqual([
		"/account-name/check",
		"/app/:appId/documents/preview",
		"/app/:appId/documents/drafts",
		"/admin/conversation/:submissionId/events",
	]);
});

test("every address outside the owner and admin areas is meant to be open", () => {
	expect(openRoutes.map((route) => route.pattern)).toEqual([
		"/",
		"/pricing",
		"/help",
		"/getting-started",
		"/support",
		"/report",
		"/auth",
		"/auth/confirm",
		"/auth/confirmation",
		"/auth/forgot",
		"/auth/reset",
		"/auth/email",
		"/auth/sign-out",
		"/settings/deletion",
		"/demo-privacy",
		"/demo-terms",
		"/demo-eula",
		"/demo-form",
		"/doc/:appId/:documentSlug",
		"/form/:appId/:formId",
		"/verify-submission",
		"/verify-submission/refuse",
		"/verify-submission/allow",
		"/verify-submission/session",
		"/verify-submission/mails",
		"/extend-session",
		"/unsubscribe/:token",
		"/deletion-status/:token",
		"/deletion-status/:token/taking-back",
		"/:accountSlug/:appName",
		"/:accountSlug/:appName/deletion",
		"/:accountSlug/:appName/updates",
		"/:accountSlug/:appName/updates/confirm",
		"/:accountSlug/:appName/:documentSlug",
		"/:accountSlug/:appName/:documentSlug/next",
		"/:accountSlug/:appName/:documentSlug/next/changes",
		"/:accountSlug/:appName/forms/:formSlug",
		"/:accountSlug/:appName/:documentSlug/versions",
		"/:accountSlug/:appName/:documentSlug/versions/:revision",
		"/:accountSlug/:appName/:documentSlug/changes",
		"/:accountSlug/:appName/:documentSlug/changes/:range",
		"/conversation/:conversationToken",
		"/conversation/:conversationToken/events",
		"/conversation/:conversationToken/session",
		"/:accountSlug/:appName.json",
		"/:accountSlug/:appName.atom",
		...["md", "txt", "json", "atom"].map(
			(shape) => `/:accountSlug/:appName/:documentSlug.${shape}`,
		),
		"/:accountSlug/:appName/:documentSlug/versions/:revision.md",
		"/:accountSlug/:appName/:documentSlug/versions/:revision.txt",
		...["md", "txt", "json", "atom"].map((shape) => `/doc/:appId/:documentSlug.${shape}`),
		"/message/dismissal",
		"/healthz",
		"/readyz",
		"/robots.txt",
		"/sitemap.xml",
		"/sitemap-pages.xml",
		"/sitemap-apps.xml",
		"/sitemap-documents.xml",
		"/.well-known/security.txt",
		"/stripe/webhook",
		"/postmark/inbound",
		"/postmark/events",
		"/hooks/mail",
		"/*",
	]);
});

test("an administrator gives a reason before reading a conversation; the audit log keeps it", async () => {
	const world = await createWorld();
	const admin = clientOf({ cookie: await cookieOf(await createUser({ adminRole: "support" })) });
	const [reason, thread, details] = [REASON, THREAD, `${THREAD}/details`].map((pattern) =>
		addressOf(pattern, world),
	) as [string, string, string];
	const before = dumpDatabase(databaseFile);
	for (const path of [thread, `${thread}/events`]) {
		const answer = await admin.get(path);
		expect([answer.status, answer.headers.location]).toEqual([302, reason]);
	}
	for (const path of [thread, details]) {
		const answer = await admin.post(path, { message: "Hello.", intent: "read" });
		expect(answer.status).toBe(403);
		expect(answer.text).toContain("Please give a reason first");
		expectNothingOf(world, answer);
	}
	const asked = await admin.get(reason);
	expect(asked.text).toContain("Why do you open this conversation?");
	expectNothingOf(world, asked);
	const blank = await admin.post(reason, { reason: " " });
	expect([blank.status, blank.text]).toEqual([
		400,
		expect.stringContaining("Please give a reason. It is kept in the audit log."),
	]);
	expect(dumpDatabase(databaseFile)).toEqual(before);

	const given = await admin.post(reason, { reason: "The owner asked by mail on 3 March." });
	expect([given.status, given.headers.location]).toEqual([303, thread]);
	expect((await admin.get(thread)).status).toBe(200);
	const log = await clientOf(administrator).get(`/admin/audit?q=${world.submission.id}`);
	expect(log.text).toContain("Reason: The owner asked by mail on 3 March.");
	const second = clientOf({ cookie: await cookieOf(await createUser({ adminRole: "support" })) });
	expect((await second.get(thread)).headers.location).toBe(reason);
});

for (const route of ownerRoutes) {
	const row = MATRIX[route.id] as Row;
	const form = FORMS.find((one) => one.route === route.id);

	for (const { kind, isData, to } of KINDS) {
		describe(`${route.pattern}, ${kind}`, () => {
			const pathIn = (world: World) =>
				to(addressOf(route.pattern, world) + (row.query ?? ""), route);
			const accept = row.streams && !isData ? { Accept: "text/event-stream" } : {};
			const accepted = !form ? 405 : (row.post ?? (isData ? 202 : 303));

			/** Looks at the address and sends its form, with these values. */
			async function seeAndUse(cookie: string | undefined, about: World, own = about) {
				const client = clientOf({ cookie });
				const seen = await client.get(pathIn(about), accept);
				const used = await client.post(pathIn(about), await form?.fill(own));
				return { seen, used, answers: [seen, used] };
			}

			test("signed out, it can be neither seen nor used", async () => {
				const before = dumpDatabase(databaseFile);
				for (const cookie of [undefined, "session=", "session=made-up"]) {
					for (const answer of (await seeAndUse(cookie, owner)).answers) {
						expect(answer.status).toBe(401);
						expect(answer.text).toContain(row.signedOut ?? "Please Log In");
						expect(isHtml(answer)).toBe(route.isPage && !isData);
						expectNothingOf(owner, answer);
					}
				}
				expect(dumpDatabase(databaseFile)).toEqual(before);
			});

			if (row.stranger !== "own") {
				test("another user can neither see nor use it", async () => {
					const others = [stranger, freeStranger, ...(row.administrators ? [] : [administrator])];
					const before = dumpDatabase(databaseFile);
					for (const { cookie } of others) {
						for (const answer of (await seeAndUse(cookie, owner)).answers) {
							expect(answer.status).toBe(row.stranger);
							expectNothingOf(owner, answer);
						}
					}
					expect(dumpDatabase(databaseFile)).toEqual(before);
				});

				const roles = ["super_admin", "admin", "support"] as const;
				for (const adminRole of row.administrators ? roles : []) {
					test(`a site's ${adminRole} sees and uses it in the owner's place`, async () => {
						const cookie = await cookieOf(await createUser({ adminRole }));
						const world = await createWorld();
						await clientOf({ cookie }).post(addressOf(REASON, world), {
							reason: "Asked for help.",
						});
						const { seen, used } = await seeAndUse(cookie, world);
						expectSeen(seen, row, isData);
						expect(used.status).toBe(accepted);
					});
				}
			} else {
				test("another user sees and changes only their own", async () => {
					const visitor = await createWorld({ guideDismissed: false });
					const before = aboutOwner();
					const { seen, used } = await seeAndUse(visitor.cookie, owner, visitor);
					expectSeen(seen, row, isData);
					expect(used.status).toBe(accepted);
					for (const answer of [seen, used]) expectNothingOf(owner, answer);
					expect(aboutOwner()).toEqual(before);
				});
			}

			for (const what of ["document", "form"] as const) {
				if (!route.pattern.includes(`:${what}Id`)) continue;

				test(`another user does not reach the ${what} through an app of their own`, async () => {
					const mixed = { ...stranger, [what]: owner[what] };
					const before = dumpDatabase(databaseFile);
					const { used, answers } = await seeAndUse(stranger.cookie, mixed, owner);
					for (const answer of answers) {
						// What was typed into an editor is shown again, and a redirect would lose it.
						if (route.id === "documents/routes/owner/edit" && answer === used) {
							expect(answer.status).toBe(404);
						} else if (what === "document") {
							expect(answer.status).toBe(isData ? 202 : 303);
							expect(isData ? answer.text : answer.headers.location).toContain(
								`/app/${stranger.app.appId}/documents`,
							);
						} else {
							expect(answer.headers.location ?? "/dashboard").toBe("/dashboard");
						}
						expectNothingOf(owner, answer);
					}
					expect(dumpDatabase(databaseFile)).toEqual(before);
				});
			}

			if (/form|conversation|replies/.test(route.pattern)) {
				test(`without Pro, it ${row.needsPro ? "asks for Pro" : "works as with it"}`, async () => {
					const world = row.needsPro ? freeStranger : await createFreeWorld();
					const before = dumpDatabase(databaseFile);
					const { seen, used, answers } = await seeAndUse(world.cookie, world);
					if (!row.needsPro) {
						expectSeen(seen, row, isData);
						expect(used.status).toBe(accepted);
						return;
					}
					for (const answer of answers) {
						expect(answer.status).toBe(403);
						expect(answer.text).toContain("Pro Subscription Required");
					}
					expect(dumpDatabase(databaseFile)).toEqual(before);
				});
			}

			if (row.inTrash) {
				test("its owner sees and uses it once the app is in the trash, too", async () => {
					const world = await createWorld();
					await trashApp(world.user, world.app.appId);
					const { seen, used } = await seeAndUse(world.cookie, world);
					expectSeen(seen, row, isData);
					expect(used.status).toBe(accepted);
				});
			} else if (route.pattern.includes(":appId")) {
				test("its owner can't use it once the app is in the trash", async () => {
					const before = dumpDatabase(databaseFile);
					const { seen, used } = await seeAndUse(trashed.cookie, trashed);
					expect(seen.status).toBe(404);
					// Deleting it again is the same deletion, so that a double click is no error.
					const isAgain = route.id === "apps/routes/owner/deletion";
					expect(used.status).toBe(isAgain ? accepted : 404);
					expect(dumpDatabase(databaseFile)).toEqual(before);
				});
			}

			test("its owner sees it, and looking changes nothing", async () => {
				const client = clientOf(owner);
				const before = dumpDatabase(databaseFile);
				expectSeen(await client.get(pathIn(owner), accept), row, isData);
				expect((await client.head(pathIn(owner))).bytes).toHaveLength(0);
				expect(dumpDatabase(databaseFile)).toEqual(before);
			});

			test(`its owner ${form ? "can use it" : "finds no form there"}`, async () => {
				const world = await createWorld({ guideDismissed: false });
				const before = dumpDatabase(databaseFile);
				const used = await clientOf(world).post(pathIn(world), await form?.fill(world));
				const after = dumpDatabase(databaseFile);
				expect(used.status).toBe(accepted);
				if (form && !row.storesNothing) expect(after).not.toEqual(before);
				else expect(after).toEqual(before);
			});
		});
	}
}

test("no open page writes to the database by being looked at", async () => {
	const before = dumpDatabase(databaseFile);
	for (const cookie of [undefined, owner.cookie, stranger.cookie]) {
		const client = clientOf({ cookie });
		for (const route of openRoutes) {
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
		await client.get("/auth/email?token=made-up");
	}
	expect(dumpDatabase(databaseFile)).toEqual(before);
});

describe("a conversation's token", () => {
	const conversationRoutes = routes.filter((route) => route.pattern.includes(":conversationToken"));
	const values = () => ({ message: "It is still gone.", request_id: crypto.randomUUID() });
	const addressWith = (pattern: string, token: string) =>
		pattern.replace(":conversationToken", token);

	/** What somebody may hold who does not hold this conversation's token, by what it is. */
	function wrongTokens({ submission, unverified }: World): [string, string][] {
		const { token } = submission;
		const flip = (at: number) =>
			token.slice(0, at) + (token[at] === "0" ? "1" : "0") + token.slice(at + 1);
		return [
			["altered at its beginning", flip(0)],
			["altered in the middle", flip(40)],
			["altered at its end", flip(token.length - 1)],
			...Array.from({ length: 10 }, (_, at): [string, string] => [
				`cut short by ${at + 1}`,
				token.slice(0, -(at + 1)),
			]),
			["with more behind it", `${token}0`],
			["in upper case", token.toUpperCase()],
			["the submission's id alone", submission.id],
			["the signature alone", token.slice(36)],
			["another conversation's signature", submission.id + stranger.submission.token.slice(36)],
			["of the verification link", submission.verify.token],
			["of a session link", submission.session.token],
			["of a submission that nobody verified", conversationToken(unverified.id)],
			["of a submission that never was", conversationToken(crypto.randomUUID())],
			["made of other characters", encodeURIComponent("🔑".repeat(25))],
			["of nothing but a space", "%20"],
		];
	}

	for (const route of conversationRoutes) {
		for (const { kind, isData, to } of KINDS) {
			const isStream = !route.isPage;

			test(`${route.pattern}, ${kind}: a wrong token neither shows nor changes anything`, async () => {
				const before = dumpDatabase(databaseFile);
				for (const [what, token] of wrongTokens(owner)) {
					for (const cookie of [undefined, owner.cookie, stranger.cookie]) {
						const client = clientOf({ cookie });
						const path = to(addressWith(route.pattern, token), route);
						const seen = await client.get(path);
						const used = await client.post(path, values());
						expect([what, seen.status, used.status]).toEqual([what, 404, 404]);
						for (const answer of [seen, used]) {
							expect(answer.text).toContain("Conversation Not Found");
							expect(isHtml(answer)).toBe(route.isPage && !isData);
							expectNothingOf(owner, answer);
						}
					}
				}
				expect(dumpDatabase(databaseFile)).toEqual(before);
			});

			test(`${route.pattern}, ${kind}: the right token opens its own conversation alone`, async () => {
				const world = await createWorld();
				const client = clientOf();
				const path = to(addressWith(route.pattern, world.submission.token), route);
				const before = dumpDatabase(databaseFile);
				const accept = isStream && !isData ? { Accept: "text/event-stream" } : {};
				const seen = await client.get(path, accept);
				expect(seen.status).toBeOneOf(isStream && isData ? [406] : [200, 202, 302]);
				if (isStream && !isData) expect(seen.text).toBe("retry: 2000\n\n");
				expectNothingOf(owner, seen);
				expect(dumpDatabase(databaseFile)).toEqual(before);
				const others = aboutOwner();
				const used = await client.post(path, values());
				expect(used.status).toBe(!route.hasAction ? 405 : isData ? 202 : 303);
				if (route.hasAction) expect(dumpDatabase(databaseFile)).not.toEqual(before);
				expect(aboutOwner()).toEqual(others);
			});
		}
	}

	test("is not there to be left out", async () => {
		for (const path of ["/conversation", "/conversation/", "/conversation//events"]) {
			expect((await clientOf().get(path)).status).toBe(404);
			expect((await clientOf().post(path, values())).status).toBeOneOf([404, 405]);
		}
	});
});

describe("a visitor's link", () => {
	const links: ["verify" | "session", string, string][] = [
		["verify", "/verify-submission", "Invalid or expired verification link"],
		["session", "/extend-session", "Invalid or expired session extension link"],
	];

	for (const [purpose, address, failure] of links) {
		for (const { kind, isData, to } of KINDS.slice(0, 2)) {
			test(`${address}, ${kind}: opens nothing but its own submission`, async () => {
				const world = await createWorld();
				const [mine, second, theirs] =
					purpose === "verify"
						? [world.unverified, world.submission, owner.unverified]
						: [world.submission, world.unverified, owner.submission];
				const own = mine[purpose];
				const wrong = [
					{ id: theirs.id, token: own.token },
					{ id: second.id, token: own.token },
					{ id: own.id, token: theirs[purpose].token },
					{ id: own.id, token: own.token.slice(0, -1) },
					{ id: own.id, token: own.token.toLowerCase() },
					{ id: own.id, token: `${own.token}A` },
					// A link for the other purpose is no link for this one.
					{
						id: own.id,
						token: world.unverified[purpose === "verify" ? "session" : "verify"].token,
					},
					{ id: own.id, token: conversationToken(own.id) },
					{ id: own.id, token: world.submission.token },
				];
				const client = clientOf();
				const before = dumpDatabase(databaseFile);
				for (const link of wrong) {
					const query = new URLSearchParams(link);
					const seen = await client.get(to(`${address}?${query}`, { id: "" }));
					expect(seen.status).toBe(400);
					if (!isData) expect(seen.text).toContain(failure);
					const used = await client.post(to(address, { id: "" }), link);
					expect(used.status).toBe(isData ? 202 : 303);
					expect(used.text + used.headers.location).toContain(address.slice(1));
					expect(used.text + used.headers.location).not.toContain("/conversation/");
				}
				expect(dumpDatabase(databaseFile)).toEqual(before);
			});
		}
	}

	test("of another submission sends no session link and takes nobody off the list", async () => {
		const world = await createWorld();
		const client = clientOf();
		const before = dumpDatabase(databaseFile);
		for (const path of ["/verify-submission/session", "/verify-submission/refuse"]) {
			for (const link of [
				{ id: owner.submission.id, token: world.submission.verify.token },
				{ id: owner.unverified.id, token: world.unverified.verify.token },
				{ id: owner.submission.id, token: "" },
				{ token: owner.submission.verify.token },
				{},
			]) {
				const used = await client.post(path, link as Values);
				expect(used.status).toBe(303);
				expectNothingOf(owner, used);
			}
		}
		expect(dumpDatabase(databaseFile)).toEqual(before);
	});

	test("works once: the second time opens nothing and says why", async () => {
		const world = await createWorld();
		const client = clientOf();
		const first = await client.post("/verify-submission", world.unverified.verify);
		expect(first.headers.location).toBe(`/conversation/${conversationToken(world.unverified.id)}`);
		const before = dumpDatabase(databaseFile);
		const second = await client.post("/verify-submission", world.unverified.verify);
		const page = await client.get(second.headers.location as string);
		expect(page.status).toBe(400);
		expect(page.text).toContain("Invalid or expired verification link");
		expect(page.text).toContain("This email address is already verified.");
		expect(dumpDatabase(databaseFile)).toEqual(before);
	});
});

test("two visitors of one form see their own conversations", async () => {
	const world = await createWorld();
	const second = await createSubmission(world.form, { message: "The second question." });
	const { text } = await clientOf().get(`/conversation/${second.token}`);
	expect(text).toContain("The second question.");
	expect(text).not.toContain(world.submission.email);
});

function clientOf({ cookie }: { cookie?: string } = {}) {
	return createClient(server.url, { cookie });
}

/** A world whose owner had Pro and has no plan now. */
async function createFreeWorld(): Promise<World> {
	const world = await createWorld({ guideDismissed: false });
	await grantPlan(world.user.email, "free");
	return world;
}

function expectSeen(answer: Answer, row: Row, isData: boolean) {
	if (row.streams && isData) {
		expect(answer.status).toBe(406);
	} else if (row.get === 302) {
		expect(answer.status).toBe(isData ? 202 : 302);
	} else {
		expect(answer.status).toBe(200);
	}
}

/** The answer holds nothing that only this world's owner may know. */
function expectNothingOf(world: World, answer: Answer) {
	const { user, app, document, form, submission, unverified, deletion, savedReply } = world;
	for (const secret of [
		user.email,
		app.app.name,
		document.content,
		`says ${user.userId}.`,
		form.title,
		submission.email,
		unverified.email,
		deletion.email,
		deletion.conversationToken,
		savedReply.text,
	]) {
		expect(answer.text).not.toContain(secret);
	}
}

function aboutOwner(): Dump {
	const ids = [owner.user.userId, owner.user.sessionId, owner.app.appId, owner.document.id];
	return rowsWith(dumpDatabase(databaseFile), ids);
}
