import { beforeEach, describe, expect, test } from "vitest";
import type { AppAccess } from "#app/accounts/access.server.ts";
import { trashApp } from "#app/apps/app.server.ts";
import { saveNotifications } from "#app/conversations/inbox/notifications.server.ts";
import { forgetOldProofs } from "#app/deletion-requests/requests/erasure.server.ts";
import { answerRequest } from "#app/deletion-requests/requests/outcome.server.ts";
import { clock } from "#app/platform/clock.server.ts";
import { transaction } from "#app/platform/db/db.server.ts";
import { forgetOldMail } from "#app/platform/mail/outbox.server.ts";
import { DAY_MS, HOUR_MS } from "#app/platform/time.ts";
import { runDeletionRequests } from "../../kit/jobs.ts";
import { mailTo } from "../../kit/mailed.ts";
import { everyRowOf, rowsOf, withoutChange } from "../../kit/rows.ts";
import { stopClock } from "../../kit/stop-clock.ts";
import { createApp } from "../../kit/world/app.ts";
import { createDeletionRequest, type TestRequest } from "../../kit/world/deletion-request.ts";
import { createUser, type TestUser } from "../../kit/world/user.ts";

let user: TestUser;
let app: AppAccess;
let request: TestRequest;
let pass: (ms: number) => void;

beforeEach(async () => {
	pass = stopClock(new Date("2026-03-03T21:00:00.000Z"));
	user = await createUser();
	app = await createApp(user, "Pocket Garden");
	await transaction((tx) =>
		tx.app.update({ where: { id: app.appId }, data: { contactEmail: "garden@example.com" } }),
	);
	request = await createDeletionRequest(app, {
		email: `anna-${user.userId}@example.com`,
		message: `Ten secret words of ${user.userId}`,
	});
});

/** Lets days pass, hour by hour, with the hourly work of a server. Returns each new mail with its day. */
async function live(days: number): Promise<string[]> {
	const told: string[] = [];
	const seen = new Set<string>();
	const note = async () => {
		for (const to of [user.email, request.email]) {
			for (const { id, subject } of (await mailTo(to)).toReversed()) {
				if (seen.has(id)) continue;
				seen.add(id);
				const side = to === user.email ? "owner" : "visitor";
				told.push(`${clock.now().toISOString().slice(0, 13)} ${side}: ${subject}`);
			}
		}
	};
	await note();
	told.length = 0;
	for (let hour = 0; hour < days * 24; hour += 1) {
		if ((await runDeletionRequests()) > 0) await note();
		if (hour % 24 === 0) await forgetOldMail();
		pass(HOUR_MS);
	}
	return told;
}

const answer = (outcome: "done" | "refused", text: string, shown = "") =>
	answerRequest(app, request.number, { outcome, text, shown });
const newest = async (to: string) => (await mailTo(to))[0];
const row = () => rowsOf("DeletionRequest", user.userId)[0];

describe("a request that nobody answers", () => {
	test("reminds its owner before its day, on it and weekly after, and tells the person once, each mail once", async () => {
		expect(await live(90)).toEqual([
			"2026-03-26T07 owner: Due in 7 days: deletion request for Pocket Garden",
			"2026-04-01T07 owner: Due tomorrow: deletion request for Pocket Garden",
			"2026-04-02T07 owner: Due today: deletion request for Pocket Garden",
			"2026-04-03T07 visitor: Pocket Garden has not answered your deletion request",
			"2026-04-09T07 owner: 7 days late: deletion request for Pocket Garden",
			"2026-04-16T07 owner: 14 days late: deletion request for Pocket Garden",
			"2026-04-23T07 owner: 21 days late: deletion request for Pocket Garden",
			"2026-04-30T07 owner: 28 days late: deletion request for Pocket Garden",
		]);
		expect(row()).toMatchObject({ outcome: "", closedAt: null, submissionId: request.id });
		expect(rowsOf("Submission", request.id)).toHaveLength(1);
	});

	test("sends what is true now, and one mail to each side, after a clock that jumped by weeks", async () => {
		await runDeletionRequests();
		pass(47 * DAY_MS);
		for (let n = 0; n < 3; n += 1) await runDeletionRequests();
		expect((await mailTo(user.email)).map(({ subject }) => subject)).toEqual([
			"17 days late: deletion request for Pocket Garden",
		]);
		expect((await mailTo(request.email)).map(({ subject }) => subject)).toEqual([
			"Pocket Garden has not answered your deletion request",
		]);
	});

	test("sends each mail once when a run is repeated after a crash", async () => {
		pass(31 * DAY_MS);
		await runDeletionRequests();
		await transaction(async (tx) => {
			await tx.job.updateMany({
				where: { kind: "deletion-request", key: String(request.number) },
				data: { dueAt: clock.now() },
			});
		});
		await withoutChange(() => runDeletionRequests(), ["Job"]);
	});

	test("is done with at the day that is right, when the clock was ahead while it was put off", async () => {
		await transaction((tx) =>
			tx.job.updateMany({
				where: { kind: "deletion-request" },
				data: { dueAt: new Date("2031-01-01T00:00:00.000Z") },
			}),
		);
		pass(29 * DAY_MS);
		await runDeletionRequests();
		expect((await newest(user.email))?.subject).toBe(
			"Due tomorrow: deletion request for Pocket Garden",
		);
	});

	test("is looked at again, and not without end, when its days are from a clock that was ahead", async () => {
		pass(400 * DAY_MS);
		const ahead = await createDeletionRequest(app);
		await answerRequest(app, (await createDeletionRequest(app)).number, {
			...{ outcome: "done", text: "", shown: "" },
		});
		pass(-400 * DAY_MS);
		expect(await runDeletionRequests()).toBeLessThan(100);
		pass(401 * DAY_MS);
		await runDeletionRequests();
		expect((await newest(ahead.email))?.subject).toBeUndefined();
	});

	test.each(["none", "daily"] as const)(
		"is told of to an owner who wants %s of the mails about messages",
		async (setting) => {
			await saveNotifications(user, setting);
			pass(23 * DAY_MS);
			await runDeletionRequests();
			const mail = await newest(user.email);
			expect(mail?.subject).toBe("Due in 7 days: deletion request for Pocket Garden");
			expect(mail?.text).toContain("whatever your settings say");
			expect(mail?.text).toContain(request.email);
			expect(mail?.text).not.toContain("secret words");
		},
	);

	test("stays open while its app is in the trash, and its owner can still answer", async () => {
		await trashApp(user, app.appId);
		pass(31 * DAY_MS);
		await runDeletionRequests();
		expect((await newest(request.email))?.subject).toContain("has not answered");
		expect(await answer("done", "It is gone.")).toBe(true);
		expect((await newest(request.email))?.subject).toBe("Deleted: your Pocket Garden account");
	});

	test("reminds nobody while the account is suspended, but the person is told of the day", async () => {
		await transaction((tx) =>
			tx.user.update({ where: { id: user.userId }, data: { suspendedAt: clock.now() } }),
		);
		pass(31 * DAY_MS);
		await runDeletionRequests();
		expect(await mailTo(user.email)).toEqual([]);
		expect(await mailTo(request.email)).toHaveLength(1);
	});
});

describe("after the outcome", () => {
	test.each([
		["done", "Deleted: your Pocket Garden account"],
		["refused", "Pocket Garden did not delete your data"],
	] as const)(
		"%s: no other mail follows, and the words go after 30 days",
		async (outcome, subject) => {
			pass(20 * DAY_MS);
			const text = `We did as we say, says ${user.userId}.`;
			await answer(outcome, text);
			const mails = await mailTo(request.email);
			expect(mails.map((mail) => mail.subject)).toEqual([subject]);
			expect(mails[0]?.text).toContain(text);
			expect(await live(29)).toEqual([]);
			expect(rowsOf("Submission", request.id)).toHaveLength(1);
			expect(await live(2)).toEqual([]);
			expect(
				everyRowOf([request.email, request.id, `secret words of ${user.userId}`, text]),
			).toEqual([]);
			expect(row()).toMatchObject({
				...{ number: request.number, outcome, submissionId: null, reason: "" },
				appName: "Pocket Garden",
			});
		},
	);

	test("the line stays for 24 months as proof, and goes then", async () => {
		await answer("done", "");
		pass(730 * DAY_MS);
		await runDeletionRequests();
		await forgetOldProofs();
		expect(row()).toMatchObject({ outcome: "done", submissionId: null });
		pass(2 * DAY_MS);
		await forgetOldProofs();
		expect(row()).toBeUndefined();
	});

	test("a refusal that becomes done keeps the words for 30 days more", async () => {
		await answer("refused", "Not yours.");
		pass(20 * DAY_MS);
		await answer("done", "Found it.", "refused");
		expect(await live(29)).toEqual([]);
		expect(row()).toMatchObject({ outcome: "done", reason: "", submissionId: request.id });
		await live(2);
		expect(row()).toMatchObject({ outcome: "done", submissionId: null });
	});
});
