import { describe, expect, test } from "vitest";
import { accessToApp } from "#app/accounts/access.server.ts";
import { accessForSession, signIn } from "#app/accounts/session.server.ts";
import { readApp, saveContactEmail } from "#app/apps/app.server.ts";
import { listApps } from "#app/apps/app-list.sql.ts";
import { planOf } from "#app/billing/plan.server.ts";
import { forgetUnverifiedSubmissions } from "#app/conversations/submission.server.ts";
import { listSubmissions } from "#app/conversations/submission-list.server.ts";
import { clock } from "#app/platform/clock.server.ts";
import { db } from "#app/platform/db/db.server.ts";
import { fillDemo } from "../../../scripts/demo/demo.ts";
import { startChild } from "../../kit/process/child.ts";
import { HOSTED_ENV } from "../../kit/process/hosted.ts";
import { readDatabase } from "../../kit/read-database.ts";

async function signInAs(email: string, password: string) {
	const access = await accessForSession(
		await signIn({ email, password }, { clientAddress: "client" }),
	);
	if (!access) throw new Error(`${email} can't sign in`);
	return access;
}

describe("the demo", () => {
	test("is a developer on Pro, a free account and an admin, with a conversation in every state", async () => {
		const realNow = clock.now;
		const accounts = await fillDemo({ again: false });
		expect(clock.now).toBe(realNow);
		const [developer, free, admin] = await Promise.all(
			accounts.map(({ email, password }) => signInAs(email, password)),
		);
		if (!developer || !free || !admin) throw new Error("There are three accounts");
		expect((await planOf(developer)).id).toBe("pro");
		expect((await planOf(free)).id).toBe("free");
		expect(admin.adminRole).toBe("super_admin");

		const apps = await listApps(developer);
		expect(apps.map(({ name }) => name)).toEqual(["Ledgerling", "Tide Table", "Pocket Garden"]);
		for (const app of apps) expect(app.documents).not.toEqual([]);
		expect(await listApps(free)).toHaveLength(1);
		const garden = await accessToApp(developer, apps[2]?.id ?? "");
		if (!garden) throw new Error("The app is there");
		expect(await readApp(garden)).toMatchObject({ contactEmail: "hello@meadow-apps.example" });
		await forgetUnverifiedSubmissions();
		const { submissions } = listSubmissions(garden, {});
		const states = submissions.map(({ state }) => state);
		expect(new Set(states)).toEqual(
			new Set(["Pending Verification", "Active Session", "Session Expired"]),
		);
		const stored = await db.submission.findMany({ select: { status: true, lastSender: true } });
		expect(new Set(stored.map(({ status }) => status))).toEqual(
			new Set(["new", "in_progress", "resolved", "closed"]),
		);
		expect(await db.supportSubmission.count({ where: { userId: free.userId } })).toBe(1);
		expect(submissions.filter(({ isNew }) => isNew).length).toBeGreaterThanOrEqual(2);
		await saveContactEmail(garden, "mine@example.com");
	});

	test("is refused where accounts are, and adds nothing twice where it is asked for", async () => {
		const before = readDatabase();
		await expect(fillDemo({ again: false })).rejects.toThrow("This database has accounts already.");
		expect(readDatabase()).toEqual(before);
		await fillDemo({ again: true });
		const after = readDatabase();
		expect(after.App).toEqual(before.App);
		for (const table of [
			"User",
			"App",
			"Document",
			"Form",
			"Submission",
			"Message",
			"SupportSubmission",
			"OutboxMail",
		]) {
			expect([table, after[table]?.length]).toEqual([table, before[table]?.length]);
		}
		expect(after.AuditEntry).toEqual(before.AuditEntry);
	});

	test("is refused in hosted mode", async () => {
		const before = readDatabase();
		const child = startChild("fill-demo", { args: ["again"], env: HOSTED_ENV });
		expect(await child.line(() => true)).toContain("The demo is for local mode");
		expect(await child.exit).toBe(0);
		expect(readDatabase()).toEqual(before);
	});
});
