import { beforeEach, describe, expect, test } from "vitest";
import type { AppAccess } from "#app/accounts/access.server.ts";
import { grantPlan } from "#app/admin/administration.server.ts";
import { trashApp } from "#app/apps/app.server.ts";
import { readConversation } from "#app/conversations/conversation.server.ts";
import { accessByToken } from "#app/conversations/conversation-access.server.ts";
import { SCOPES } from "#app/deletion-requests/deletion-form.ts";
import {
	closeDeletionPage,
	saveDeletionPage,
} from "#app/deletion-requests/deletion-page.server.ts";
import { verifyAddress } from "#app/deletion-requests/proof.server.ts";
import { resolveDeletionPage } from "#app/deletion-requests/public-page.server.ts";
import { statusUrl } from "#app/deletion-requests/status-link.server.ts";
import { takeStep } from "#app/forms/visitor-form.server.ts";
import { clock } from "#app/platform/clock.server.ts";
import { db, transaction } from "#app/platform/db/db.server.ts";
import { findMail, listMail } from "#app/platform/mail/outbox.server.ts";
import { DAY_MS, HOUR_MS, later } from "#app/platform/time.ts";
import { freshEmail } from "../../kit/mailed.ts";
import { withoutChange } from "../../kit/rows.ts";
import { stopClock } from "../../kit/stop-clock.ts";
import { createApp } from "../../kit/world/app.ts";
import { askAndSolve, mailedLink } from "../../kit/world/conversation.ts";
import { deletionTexts, openDeletionPage } from "../../kit/world/deletion.ts";
import { createUser, type TestUser } from "../../kit/world/user.ts";

let owner: TestUser;
let app: AppAccess;
let email: string;

beforeEach(async () => {
	owner = await createUser();
	app = await createApp(owner, "Pocket Garden");
	email = freshEmail();
});

async function page() {
	const resolved = await resolveDeletionPage(owner.accountName ?? "", app.app.slug);
	if (resolved.outcome !== "found") throw new Error(`The page is ${resolved.outcome}`);
	return resolved.page;
}

/** Asks for deletion as a person does, up to the mail. Returns the link of the mail. */
async function ask(values: Record<string, string> = {}) {
	const form = await page();
	const sent = {
		values: new Map(Object.entries({ email, ...values })),
		...askAndSolve(form),
		revision: String(form.revision),
		honeypot: "",
		clientAddress: `client ${crypto.randomUUID()}`,
	};
	const next = await takeStep(form, sent);
	expect(next).toMatchObject({ step: "sent", email });
	return mailedLink(email);
}

async function prove(link: { id: string; token: string }) {
	const opened = await verifyAddress(link.id, link.token, "a browser", "a client");
	return { ...opened, visitor: await accessByToken(opened?.token ?? "") };
}

function requests() {
	return db.deletionRequest.findMany({ where: { appId: app.appId }, take: 100 });
}

/** The mails about deletion to an address, by subject, newest first. */
async function mailsTo(recipient: string) {
	const mails = (await listMail()).filter((mail) => mail.recipient === recipient);
	return mails.map(({ id, subject }) => ({ id, subject }));
}

test("nothing is asked of the owner before the address is proved", async () => {
	await openDeletionPage(app);
	await ask();
	expect(await requests()).toEqual([]);
	expect(await mailsTo(owner.email)).toEqual([]);
});

test.each(["free", "basic", "pro", "downgraded"] as const)(
	"a proved address makes a request with its day, and mails both sides, on %s",
	async (plan) => {
		stopClock(new Date("2026-03-03T21:00:00.000Z"));
		await grantPlan(owner.email, plan === "downgraded" ? "pro" : plan);
		await openDeletionPage(app, { days: 14, offersPart: true, identifierLabel: "User name" });
		if (plan === "downgraded") await grantPlan(owner.email, "free");
		const link = await ask({ scope: SCOPES.part, identifier: "vera", note: "My photos" });
		stopClock(later(clock.now(), HOUR_MS));
		expect((await prove(link)).visitor).toEqual({ submissionId: link.id });
		const [request, ...more] = await requests();
		expect(more).toEqual([]);
		expect(request).toMatchObject({
			submissionId: link.id,
			userId: owner.userId,
			appName: "Pocket Garden",
			scope: "part",
			askedAt: clock.now(),
			dueAt: later(clock.now(), 14 * DAY_MS),
			closedAt: null,
			outcome: "",
		});
		const [toVisitor] = await mailsTo(email);
		expect(toVisitor?.subject).toBe("Your deletion request at Pocket Garden");
		const told = (await findMail(toVisitor?.id ?? ""))?.text;
		expect(told).toContain("has until 17 March 2026 to delete the data that you named");
		expect(told).toContain(statusUrl(request?.number ?? 0));
		const [toOwner, ...others] = await mailsTo(owner.email);
		expect(toOwner?.subject).toBe("Deletion request for Pocket Garden, due 17 March 2026");
		expect(others.map(({ subject }) => subject)).not.toContain(
			expect.stringMatching(/New message/),
		);
		const owned = (await findMail(toOwner?.id ?? ""))?.text;
		for (const text of [email, "some of their data", "User name:\nvera", "My photos"]) {
			expect(owned).toContain(text);
		}
	},
);

describe("the same address and app again", () => {
	test("while one is open leads to it, with what was written anew, and makes no second", async () => {
		stopClock(new Date("2026-03-03T21:00:00.000Z"));
		await openDeletionPage(app);
		const first = await prove(await ask({ note: "All of it" }));
		const mails = (await listMail()).length;
		stopClock(later(clock.now(), 2 * HOUR_MS));
		const again = await ask({ note: "My photos, too" });
		const second = await prove(again);
		expect(second).toEqual({
			...first,
			told: "You have asked already. It is to be done by 2 April 2026.",
		});
		expect(await requests()).toHaveLength(1);
		// Only the mail with the link of the second: nobody is told twice.
		expect((await listMail()).length).toBe(mails + 1);
		const { thread } = await readConversation(second.visitor ?? { submissionId: "" });
		expect(thread?.messages).toHaveLength(1);
		expect(JSON.stringify(thread?.messages)).toContain("My photos, too");
		// The link may be pressed again, and leads to the same place.
		expect(await prove(again)).toEqual(second);
		expect(await requests()).toHaveLength(1);
	});

	test("opens its conversation again, if that was closed, and tells the owner", async () => {
		await openDeletionPage(app);
		await prove(await ask());
		const [open] = await requests();
		const where = { id: open?.submissionId ?? "" };
		await transaction((tx) => tx.submission.update({ where, data: { status: "closed" } }));
		const told = (await mailsTo(owner.email)).length;
		await prove(await ask({ note: "And my photos" }));
		expect(await db.submission.findUnique({ where })).toMatchObject({ status: "in_progress" });
		expect(await mailsTo(owner.email)).toHaveLength(told + 1);
	});

	test("after the outcome makes a new one", async () => {
		await openDeletionPage(app);
		await prove(await ask());
		const closedAt = clock.now();
		await transaction((tx) =>
			tx.deletionRequest.updateMany({
				where: { appId: app.appId },
				data: { closedAt, outcome: "done" },
			}),
		);
		expect((await prove(await ask())).told).toBeUndefined();
		expect(await requests()).toHaveLength(2);
	});

	test("in another app of the owner makes one there", async () => {
		await openDeletionPage(app);
		await prove(await ask());
		app = await createApp(await grantedPro(), "Window Garden");
		await openDeletionPage(app);
		await prove(await ask());
		expect(await requests()).toHaveLength(1);
	});
});

async function grantedPro(): Promise<TestUser> {
	await grantPlan(owner.email, "pro");
	return owner;
}

test("fifty presses of one link at once make one request and two mails", async () => {
	await openDeletionPage(app);
	const link = await ask();
	const mails = (await listMail()).length;
	const opened = await Promise.all(
		Array.from({ length: 50 }, () => verifyAddress(link.id, link.token)),
	);
	expect(opened.filter((one) => one !== null)).toHaveLength(1);
	expect(await requests()).toHaveLength(1);
	expect((await listMail()).length).toBe(mails + 2);
});

test.each([
	["closed", () => closeDeletionPage(app), ""],
	["changed", () => saveDeletionPage(app, deletionTexts({ days: 7, revision: 1 })), ""],
	["gone with its app", () => trashApp(owner, app.appId), "was taken down by its developer"],
])(
	"a page that is %s between asking and proof leaves the request standing",
	async (_state, change, says) => {
		await openDeletionPage(app);
		const link = await ask();
		await change();
		expect((await prove(link)).visitor).not.toBeNull();
		expect(await requests()).toMatchObject([{ submissionId: link.id, closedAt: null }]);
		const [told] = await mailsTo(email);
		expect((await findMail(told?.id ?? ""))?.text).toContain(says);
	},
);

test("an old or altered link makes no request", async () => {
	await openDeletionPage(app);
	const link = await ask();
	await withoutChange(async () => {
		expect(await verifyAddress(link.id, `${link.token}0`)).toBeNull();
		expect(await verifyAddress(crypto.randomUUID(), link.token)).toBeNull();
		stopClock(later(clock.now(), DAY_MS));
		expect(await verifyAddress(link.id, link.token)).toBeNull();
	});
});
