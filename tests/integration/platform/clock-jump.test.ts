import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { countSignIn, FAILED_SIGN_INS } from "#app/accounts/sign-in-throttle.server.ts";
import { copySubscription, freshenSubscription } from "#app/billing/subscription.server.ts";
import { clock } from "#app/platform/clock.server.ts";
import { transaction } from "#app/platform/db/db.server.ts";
import { countUse } from "#app/platform/limits/limits.server.ts";
import { DAY_MS, MINUTE_MS } from "#app/platform/time.ts";
import { rereadDueSubscriptions, sendDueMail } from "../../kit/jobs.ts";
import { SERVER_ERROR } from "../../kit/stand-ins/stripe.ts";
import { happen } from "../../kit/stand-ins/till.ts";
import { stopClock } from "../../kit/stop-clock.ts";
import { createCustomer, planId } from "../../kit/world/customer.ts";
import { enqueueLetter } from "../../kit/world/mail.ts";

/** Hosted mode, with servers of this test's own in the place of Stripe and Postmark. */
const { stripe, postmark } = await vi.hoisted(async () =>
	(await import("../../kit/process/host-with.ts")).hostWithBoth(),
);

let advance: (ms: number) => void;

beforeEach(async () => {
	advance = stopClock();
	stripe.answer = () => "till";
	postmark.answer = () => ({ status: 200 });
	postmark.accepted.length = 0;
	await transaction(async (tx) => {
		await tx.customer.deleteMany();
		await tx.outboxMail.deleteMany();
	});
});

afterAll(() => Promise.all([stripe.stop(), postmark.stop()]));

test("a mail that was put off while the clock was days ahead leaves once it is right again", async () => {
	advance(2 * DAY_MS);
	await enqueueLetter();
	postmark.answer = () => ({ status: 500 });
	expect(await sendDueMail()).toBe(1);
	advance(-2 * DAY_MS);
	postmark.answer = () => ({ status: 200 });
	expect(await sendDueMail()).toBe(1);
	expect(postmark.accepted).toHaveLength(1);
	expect(await sendDueMail()).toBe(0);
});

test("a mail that was under way at a crash while the clock was days ahead leaves, too", async () => {
	advance(2 * DAY_MS);
	await enqueueLetter();
	await transaction((tx) =>
		tx.job.updateMany({
			where: { kind: "mail" },
			data: { dueAt: new Date(clock.now().getTime() + MINUTE_MS), attempts: 1 },
		}),
	);
	expect(await sendDueMail()).toBe(0);
	advance(-2 * DAY_MS);
	expect(await sendDueMail()).toBe(1);
	expect(postmark.accepted).toHaveLength(1);
});

test("what Stripe says counts again once a clock that was days ahead is right", async () => {
	const { user, customerId, subscriptionId } = await createCustomer("pro");
	advance(2 * DAY_MS);
	await copySubscription(customerId);
	expect(await planId(user)).toBe("pro");
	advance(-2 * DAY_MS);
	happen(subscriptionId, "endSubscription");
	await freshenSubscription(user);
	expect(await planId(user)).toBe("free");
});

test("a reading that was put off while the clock was days ahead is made once it is right", async () => {
	await createCustomer("pro");
	advance(20 * DAY_MS);
	stripe.answer = () => SERVER_ERROR;
	expect(await rereadDueSubscriptions()).toBe(1);
	advance(-20 * DAY_MS);
	stripe.answer = () => "till";
	expect(await rereadDueSubscriptions()).toBe(1);
	expect(await rereadDueSubscriptions()).toBe(0);
});

test("nobody is kept from signing in for the days that the clock was ahead", async () => {
	advance(2 * DAY_MS);
	for (let n = 0; n < FAILED_SIGN_INS.free; n += 1)
		await countSignIn({ email: "jane@example.com", clientAddress: "192.0.2.1" });
	await expect(
		countSignIn({ email: "jane@example.com", clientAddress: "192.0.2.1" }),
	).rejects.toThrow("Too many");
	advance(-2 * DAY_MS);
	await countSignIn({ email: "jane@example.com", clientAddress: "192.0.2.1" });
});

test("nor from anything that has a limit", async () => {
	const limit = { name: "a limit", most: 2, windowMs: MINUTE_MS };
	const use = () => transaction(async (tx) => countUse(tx, limit, "somebody"));
	advance(2 * DAY_MS);
	expect([await use(), await use(), await use()]).toEqual([0, 0, MINUTE_MS]);
	advance(-2 * DAY_MS);
	expect([await use(), await use(), await use()]).toEqual([0, 0, MINUTE_MS]);
});
