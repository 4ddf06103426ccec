/**
 * `npm run bench:admin`: measures how fast the admin area responds with 100,000 users, 1,000,000
 * documents and 100,000 submissions, and checks that no query reads a whole table.
 */
import Database from "better-sqlite3";
import { sqlTime } from "#app/platform/db/statements.server.ts";
import { DAY_MS } from "#app/platform/time.ts";
import { inserter } from "../kit/inserter.ts";
import { measurePages, measureSeed, openDatabase } from "./pages.ts";

const USERS = Number(process.env.USERS ?? 100_000);
const DOCUMENTS_EACH = 10;
const DAYS = 400;
const TITLES = ["Privacy Policy", "Terms of Use", "EULA", "Imprint", "Cookie Notice"];

const { file, remove } = await openDatabase();
const { createUser } = await import("../kit/world/user.ts");
const { cookieOf } = await import("../kit/world/world.ts");

await measureSeed(`${USERS} users, ${USERS * DOCUMENTS_EACH} documents`, seed);

const admin = await createUser({ adminRole: "super_admin" });
const pick = (at: number) => idOf("user", at);
const deep = `before=${encodeURIComponent(`${momentOf(USERS / 2).replace("+00:00", "Z")}_${pick(USERS / 2)}`)}`;
await measurePages(file, await cookieOf(admin), {
	asked: "within 100",
	pages: [
		["overview", "/admin"],
		["users", "/admin/users"],
		["users, in the middle", `/admin/users?${deep}`],
		["users, search of an address", "/admin/users?q=user-77777@"],
		["users, search of a letter", "/admin/users?q=u"],
		["users, search of an id", `/admin/users?q=${pick(777)}`],
		["a user", `/admin/users/${pick(777)}`],
		["documents", "/admin/content"],
		["documents, in the middle", `/admin/content?${deep}`],
		["documents, search of a title", "/admin/content?q=privacy+policy"],
		["documents, search of an address", "/admin/content?q=/account-777/app"],
		["forms", "/admin/content?kind=forms"],
		["forms, search of a title", "/admin/content?kind=forms&q=contact"],
		["settings", "/admin/settings"],
		["audit log", "/admin/audit"],
		["audit log, of one thing", `/admin/audit?q=${pick(777)}`],
	],
});
remove();
process.exit(0);

function idOf(kind: string, n: number): string {
	return `${kind}-${String(n).padStart(8, "0")}`;
}

/** Spreads moments over the days before today; a later number is a later moment. */
function momentOf(n: number): string {
	const ago = ((USERS - n) / USERS) * DAYS * DAY_MS;
	return sqlTime(new Date(Date.now() - ago));
}

/** Seeds by plain statements, because the app's own functions would take a day. */
function seed() {
	const database = new Database(file);
	database.pragma("synchronous = OFF");
	database.pragma("foreign_keys = ON");
	const insert = inserter(database);
	const bite = 2_000;
	for (let from = 0; from < USERS; from += bite) {
		database.transaction(() => {
			for (let n = from; n < Math.min(from + bite, USERS); n += 1) {
				for (const [table, rows] of Object.entries(rowsOf(n))) {
					for (const row of rows) insert(table, row);
				}
			}
		})();
	}
	database.close();
}

/** The rows of one account, by table. */
function rowsOf(n: number): Record<string, Record<string, unknown>[]> {
	const at = momentOf(n);
	// Nothing here is due, because the server's background work would be measured too.
	const recently = sqlTime(new Date(Date.now() - n));
	const times = { createdAt: at, updatedAt: at };
	const [userId, appId, formId] = [idOf("user", n), idOf("app", n), idOf("form", n)];
	const email = `user-${n}@example.com`;
	return {
		User: [{ id: userId, email, passwordHash: "", accountName: `account-${n}`, ...times }],
		Customer: [{ id: idOf("cus", n), userId, email, createdAt: at, readAt: at }],
		Subscription: [
			{
				id: idOf("sub", n),
				customerId: idOf("cus", n),
				status: n % 4 === 0 ? "active" : "canceled",
				itemId: "si",
				priceId: n % 8 === 0 ? "price_till_pro" : "price_till_basic",
				currentPeriodEnd: at,
			},
		],
		App: [
			{ id: appId, userId, name: "App", nameKey: "app", slug: "app", requestId: appId, ...times },
		],
		Document: Array.from({ length: DOCUMENTS_EACH }, (_, d) => {
			const title = TITLES[d % TITLES.length] as string;
			const slug = title.toLowerCase().replaceAll(" ", "-") + (d < TITLES.length ? "" : "-1");
			return {
				id: idOf(`document-${d}`, n),
				appId,
				title,
				slug,
				content: "## What we collect\n\nNothing.",
				html: "<h2>What we collect</h2><p>Nothing.</p>",
				preview: "What we collect Nothing.",
				headings: "[]",
				revision: 1,
				requestId: `${d}`,
				deletedAt: d === 9 && n % 10 === 0 ? recently : null,
				...times,
			};
		}),
		Form: [
			{
				id: formId,
				appId,
				userId,
				title: "Contact",
				titleKey: "contact",
				description: "",
				fields: "[]",
				slug: "contact",
				requestId: formId,
				revision: 1,
				...times,
			},
		],
		Submission: [
			{
				id: idOf("submission", n),
				formId,
				appId,
				userId,
				email: `visitor-${n}@example.net`,
				name: "Ada",
				answers: "[]",
				verifiedAt: n % 3 === 0 ? null : at,
				lastActivityAt: at,
				createdAt: n % 3 === 0 ? recently : at,
				updatedAt: at,
			},
		],
		StripeEvent: [
			{
				id: idOf("evt", n),
				type: n % 2 === 0 ? "customer.subscription.created" : "invoice.paid",
				customerId: idOf("cus", n),
				createdAt: at,
				receivedAt: at,
			},
		],
		AuditEntry: [
			{
				id: idOf("act", n),
				actorId: "somebody",
				actorEmail: "somebody@example.com",
				action: "grant_plan",
				targetType: "user",
				targetId: userId,
				summary: `Gave ${email} the Pro plan.`,
				createdAt: at,
			},
		],
		OutboxMail: [
			{
				id: idOf("mail", n),
				dedupeKey: idOf("mail", n),
				kind: "test",
				recipient: email,
				subject: "A mail",
				sealedBody: Buffer.alloc(200),
				createdAt: recently,
				attempts: 1,
				sentAt: n % 100 === 0 ? null : recently,
				failedAt: n % 100 === 0 ? recently : null,
			},
		],
	};
}
