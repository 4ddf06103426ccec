import { beforeAll, describe, expect, test } from "vitest";
import type { AdminRole } from "#app/accounts/admin-role.ts";
import { trashApp } from "#app/apps/app.server.ts";
import { transaction } from "#app/platform/db/db.server.ts";
import { dumpDatabase } from "../../kit/dump.ts";
import { type Answer, createClient, openEvents, type Values } from "../../kit/http/client.ts";
import { supportDetailsValues, supportFormValues } from "../../kit/http/forms.ts";
import { builtRoutes, KINDS } from "../../kit/http/routes.ts";
import { serve } from "../../kit/process/serve.ts";
import { createApp } from "../../kit/world/app.ts";
import { createFailedMail } from "../../kit/world/mail.ts";
import { alterSupportForm, createSupportSubmission } from "../../kit/world/support.ts";
import { createUser, type TestUser } from "../../kit/world/user.ts";
import { cookieOf, createWorld, databaseFile } from "../../kit/world/world.ts";

const EVERYONE: AdminRole[] = ["super_admin", "admin", "support"];
const NOT_SUPPORT: AdminRole[] = ["super_admin", "admin"];
const SUPER_ADMINS: AdminRole[] = ["super_admin"];

/** Something for each address of the area to be about. */
type Subject = {
	user: TestUser;
	trashedAppId: string;
	mailId: string;
	supportSubmission: Awaited<ReturnType<typeof createSupportSubmission>>;
};

type Row = {
	/** Who may see it. */
	see: AdminRole[];
	/** What is answered where it is seen: 200 unless it leads elsewhere. */
	get?: 302;
	/** Who may use its form, and what the form sends. */
	post?: { may: AdminRole[]; values: (subject: Subject) => Values | Promise<Values> };
};

const change = (values: Values | (() => Promise<Values>)): Row => ({
	see: NOT_SUPPORT,
	post: { may: NOT_SUPPORT, values: typeof values === "function" ? values : () => values },
});

/** Every address of the admin area. A new route without a row here fails the first test. */
const MATRIX: Record<string, Row> = {
	"admin/routes/overview": { see: EVERYONE },
	"admin/routes/content": { see: EVERYONE },
	"admin/routes/settings": { see: EVERYONE },
	"mail-all": { ...change({}), get: 302 },
	"admin/routes/mail": { ...change({}), get: 302 },
	"admin/routes/audit": { see: NOT_SUPPORT },
	"admin/routes/users/list": { see: EVERYONE },
	"admin/routes/users/user": { see: EVERYONE },
	"admin/routes/users/suspension": change({ act: "suspend", reason: "Spam" }),
	"admin/routes/users/plan": change({ plan: "pro" }),
	"admin/routes/users/role": {
		see: SUPER_ADMINS,
		post: { may: SUPER_ADMINS, values: () => ({ role: "support" }) },
	},
	"admin/routes/users/restoration": change({}),
	"support/routes/admin/list": { see: EVERYONE },
	"support/routes/admin/submission": {
		see: EVERYONE,
		post: {
			may: EVERYONE,
			values: ({ supportSubmission }) => supportDetailsValues(supportSubmission),
		},
	},
	"support/routes/admin/reply": {
		see: EVERYONE,
		post: {
			may: EVERYONE,
			values: () => ({ message: "We moved it.", request_id: crypto.randomUUID() }),
		},
	},
	"support/routes/admin/form": change(supportFormValues),
	"support/routes/admin/form-state": change(async () => {
		await alterSupportForm({ isActive: true });
		return { state: "inactive" };
	}),
};

const routes = builtRoutes();
const adminRoutes = routes.filter((route) => route.layouts[0] === "admin/routes/layout");

const server = serve();
let subject: Subject;
const cookies = new Map<AdminRole | "owner", string>();

beforeAll(async () => {
	subject = await createSubject();
	for (const adminRole of EVERYONE) {
		cookies.set(adminRole, await cookieOf(await createUser({ adminRole })));
	}
	cookies.set("owner", await cookieOf(await createUser()));
});

async function createSubject(): Promise<Subject> {
	const user = await createUser();
	const { appId } = await createApp(user);
	await trashApp(user, appId);
	return {
		user,
		trashedAppId: appId,
		mailId: await createFailedMail(user.email),
		supportSubmission: await createSupportSubmission({ email: user.email }),
	};
}

function addressOf(pattern: string, subject: Subject): string {
	const { user, trashedAppId, mailId, supportSubmission } = subject;
	return pattern
		.replace(":userId", user.userId)
		.replace(":appId", trashedAppId)
		.replace(":mailId", mailId)
		.replace(":supportSubmissionId", supportSubmission.id);
}

function clientOf(role: AdminRole | "owner" | null) {
	return createClient(server.url, { cookie: role ? cookies.get(role) : undefined });
}

/** Nothing of the accounts is in the answer. */
function expectNothingOf({ user }: Subject, { text }: Answer) {
	expect(text).not.toContain(user.email);
}

test("every address of the admin area is in the matrix", () => {
	expect(adminRoutes.map((route) => route.id).sort()).toEqual(Object.keys(MATRIX).sort());
	for (const route of adminRoutes) {
		expect([route.id, MATRIX[route.id]?.post !== undefined]).toEqual([route.id, route.hasAction]);
		expect([route.id, route.isPage]).toEqual([route.id, true]);
	}
	const files = routes.filter((route) => /^admin\/routes\/|\/routes\/admin\//.test(route.id));
	for (const route of files)
		expect([route.id, route.layouts[0]]).toEqual([route.id, "admin/routes/layout"]);
});

for (const route of adminRoutes) {
	const row = MATRIX[route.id] as Row;

	for (const { kind, isData, to } of KINDS) {
		describe(`${route.pattern}, ${kind}`, () => {
			const pathOf = (about: Subject) => to(addressOf(route.pattern, about), route);

			for (const role of [null, "owner"] as const) {
				test(`${role ?? "signed out"}, it leads to the dashboard and tells nothing`, async () => {
					const values = await row.post?.values(subject);
					const before = dumpDatabase(databaseFile);
					const client = clientOf(role);
					const seen = await client.get(pathOf(subject));
					const used = await client.post(pathOf(subject), values);
					for (const answer of [seen, used]) {
						expect(answer.status).toBe(isData ? 202 : 303);
						expect(isData ? answer.text : answer.headers.location).toContain("/dashboard");
						expectNothingOf(subject, answer);
					}
					expect(dumpDatabase(databaseFile)).toEqual(before);
				});
			}

			for (const role of EVERYONE) {
				const maySee = row.see.includes(role);
				test(`${role} ${maySee ? "sees it, and looking changes nothing" : "is refused"}`, async () => {
					const before = dumpDatabase(databaseFile);
					const seen = await clientOf(role).get(pathOf(subject));
					if (!maySee) {
						expect(seen.status).toBe(403);
						expect(seen.text).toContain("Not allowed for your role");
						expectNothingOf(subject, seen);
					} else {
						expect(seen.status).toBe(row.get === 302 ? (isData ? 202 : 302) : 200);
						expect((await clientOf(role).head(pathOf(subject))).bytes).toHaveLength(0);
						expect(seen.headers["cache-control"]).toContain("no-store");
					}
					expect(dumpDatabase(databaseFile)).toEqual(before);
				});

				const mayUse = row.post?.may.includes(role) ?? false;
				test(`${role} ${mayUse ? "can use it" : "can't use it"}`, async () => {
					const own = mayUse ? await createSubject() : subject;
					const values = await row.post?.values(own);
					const before = dumpDatabase(databaseFile);
					const used = await clientOf(role).post(pathOf(own), values);
					const after = dumpDatabase(databaseFile);
					if (mayUse) {
						expect(used.status).toBe(isData ? 202 : 303);
						expect(after.AuditEntry?.length).toBe((before.AuditEntry?.length ?? 0) + 1);
					} else {
						expect(used.status).toBe(maySee && !row.post ? 405 : 403);
						expect(after).toEqual(before);
					}
				});
			}
		});
	}
}

test("an account that is not there is neither found nor changed", async () => {
	const nobody = `/admin/users/${crypto.randomUUID()}`;
	const admin = clientOf("super_admin");
	const before = dumpDatabase(databaseFile);
	for (const page of ["", "/suspension", "/plan", "/role"]) {
		const { status, text } = await admin.get(nobody + page);
		expect([page, status]).toEqual([page, 404]);
		expect(text).toContain("User not found");
	}
	expect((await admin.post(`${nobody}/plan`, { plan: "pro" })).status).toBe(404);
	expect(dumpDatabase(databaseFile)).toEqual(before);
});

test("an app is restored at its own account's address alone", async () => {
	const another = await createUser();
	const address = `/admin/users/${another.userId}/apps/${subject.trashedAppId}/restoration`;
	const before = dumpDatabase(databaseFile);
	expect((await clientOf("super_admin").post(address)).status).toBe(404);
	expect(dumpDatabase(databaseFile)).toEqual(before);
});

test("faults in a form are told at the field, and nothing is changed", async () => {
	const long = "x".repeat(501);
	const faults: [string, Values, string][] = [
		["suspension", { act: "suspend", reason: " " }, "Please give a reason."],
		["suspension", { act: "burn", reason: "Spam" }, "Please use one of the buttons."],
		["suspension", { act: "suspend", reason: long }, "Please use at most 500 characters."],
		["plan", { plan: "gold" }, "Please choose a plan."],
		["role", { role: "owner" }, "Please choose a role."],
	];
	const before = dumpDatabase(databaseFile);
	for (const [page, values, fault] of faults) {
		const address = `/admin/users/${subject.user.userId}/${page}`;
		const answer = await clientOf("super_admin").post(address, values);
		expect([page, answer.status]).toEqual([page, 400]);
		expect(answer.text).toContain(fault);
		expect(answer.text).toContain("Error: ");
	}
	expect(dumpDatabase(databaseFile)).toEqual(before);
});

test("one's own account can't be suspended, and the page says why", async () => {
	const admin = await createUser({ adminRole: "admin" });
	const client = createClient(server.url, { cookie: await cookieOf(admin) });
	const values = { act: "suspend", reason: "To see what happens" };
	const answer = await client.post(`/admin/users/${admin.userId}/suspension`, values);
	expect(answer.status).toBe(403);
	// The apostrophe is written as an entity.
	expect(answer.text).toContain("suspend yourself.");
});

test("a suspended account's pages are not found, nor its forms, until it is lifted", async () => {
	const world = await createWorld();
	const admin = clientOf("admin");
	const owner = createClient(server.url, { cookie: world.cookie });
	const visitor = createClient(server.url);
	const account = world.user.accountName ?? "";
	const app = `/${account}/${world.app.app.slug}`;
	const addresses = [
		app,
		world.document.path,
		world.form.path,
		`/doc/${world.app.appId}/${world.document.slug}`,
		`/form/${world.app.appId}/${world.form.id}`,
		`/conversation/${world.submission.token}`,
	];
	const statuses = async () =>
		Promise.all(addresses.map(async (path) => (await visitor.get(path)).status));
	const open = [200, 200, 200, 301, 301, 200];
	expect(await statuses()).toEqual(open);
	const page = `/admin/users/${world.user.userId}/suspension`;
	const stream = await openEvents(server.url, `/conversation/${world.submission.token}/events`);
	await admin.post(page, { act: "suspend", reason: "Spam" });
	await stream.ended;

	expect(await statuses()).toEqual(addresses.map(() => 404));
	expect((await visitor.get(world.document.path)).text).toContain(account);
	for (const Accept of [undefined, "application/json"]) {
		expect((await visitor.post(world.form.path, {}, { Accept })).status).toBe(404);
	}
	expect((await owner.get("/dashboard")).status).toBe(401);

	await admin.post(page, { act: "lift", reason: "Sorry" });
	expect(await statuses()).toEqual(open);
});

test("when the figures can't be read, the page says so and offers to try again", async () => {
	await transaction(async (tx) => {
		await tx.$executeRaw`ALTER TABLE DailyCount RENAME TO Elsewhere`;
	});
	const failed = await clientOf("support").get("/admin");
	await transaction(async (tx) => {
		await tx.$executeRaw`ALTER TABLE Elsewhere RENAME TO DailyCount`;
	});
	expect(failed.status).toBe(500);
	expect(failed.text).toContain("Error Loading Dashboard");
	expect(failed.text).toContain("Unable to load admin analytics data.");
	for (const text of ["Retry", "Users"]) expect(failed.text).toContain(text);
	expect(failed.text).not.toContain("DailyCount");
	// The operator finds the fault in the log, as every other one.
	await expect.poll(() => server.errors.join("\n")).toMatch(/"event":"error".*DailyCount/);
	server.errors.length = 0;
	expect((await clientOf("support").get("/admin")).status).toBe(200);
});
