import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { deleteAccount } from "#app/accounts/account-deletion.server.ts";
import { accessForSession } from "#app/accounts/session.server.ts";
import { clock } from "#app/platform/clock.server.ts";
import { transaction } from "#app/platform/db/db.server.ts";
import { mailTo } from "../../kit/mailed.ts";
import { readDatabase } from "../../kit/read-database.ts";
import { refusalOf } from "../../kit/refusal.ts";
import { rowsOf, withoutChange } from "../../kit/rows.ts";
import { SERVER_ERROR, type StripeAnswer } from "../../kit/stand-ins/stripe.ts";
import { createTillCustomer, readTill, subscribe } from "../../kit/stand-ins/till.ts";
import { createApp } from "../../kit/world/app.ts";
import { createUser, PASSWORD } from "../../kit/world/user.ts";

/** Stripe's address is led to a server of this test before the app is loaded. */
const stripe = await vi.hoisted(async () => {
	const { startStripe } = await import("../../kit/stand-ins/stripe.ts");
	const server = await startStripe();
	process.env.STRIPE_API_URL = server.url;
	return server;
});

const DOWN =
	"We couldn't cancel your subscription at Stripe, so nothing was deleted. Please try again in a few minutes.";

beforeEach(() => {
	stripe.answer = () => "till";
});

afterAll(() => stripe.stop());

async function createSubscriber() {
	const user = await createUser();
	await createApp(user);
	const id = createTillCustomer(user.email);
	subscribe(id, "pro");
	await keepCustomer(user, id);
	return user;
}

function keepCustomer({ userId, email }: { userId: string; email: string }, id: string) {
	const data = { id, userId, email, createdAt: clock.now() };
	return transaction((tx) => tx.customer.create({ data }));
}

function remove(user: Parameters<typeof deleteAccount>[0]) {
	return deleteAccount(user, { current_password: PASSWORD });
}

function isAtStripe({ email }: { email: string }): boolean {
	return readTill().customers.some((one) => one.email === email && !one.isDeleted);
}

function expectDeleted(user: { userId: string; email: string }): void {
	expect(isAtStripe(user)).toBe(false);
	expect(rowsOf("User", user.userId)).toEqual([]);
}

test("the subscription of a deleted account is cancelled at Stripe", async () => {
	const user = await createSubscriber();
	await remove(user);
	expectDeleted(user);
});

test("while Stripe can't be asked, nothing is deleted, and later everything is", async () => {
	const user = await createSubscriber();
	for (const answer of ["drop", SERVER_ERROR] as const) {
		stripe.answer = () => answer;
		const refusal = await withoutChange(() => refusalOf(remove(user)), ["RateLimit"]);
		expect(refusal).toMatchObject({ message: DOWN, status: 503 });
		expect(await accessForSession(user.token)).not.toBeNull();
		expect(await mailTo(user.email)).toEqual([]);
	}
	stripe.answer = () => "till";
	await remove(user);
	expectDeleted(user);
});

test("the last super admin's subscription goes on, since the account is not deleted", async () => {
	const user = await createSubscriber();
	await transaction(async (tx) => {
		await tx.user.updateMany({ data: { adminRole: null } });
		await tx.user.update({ where: { id: user.userId }, data: { adminRole: "super_admin" } });
	});
	expect(await refusalOf(remove(user))).toMatchObject({ status: 409 });
	expect(isAtStripe(user)).toBe(true);
	expect(rowsOf("User", user.userId)).toHaveLength(1);
	await createUser({ adminRole: "super_admin" });
	await remove(user);
	expect(isAtStripe(user)).toBe(false);
});

test("a customer that another tab makes meanwhile is closed, too", async () => {
	const user = await createSubscriber();
	const second = createTillCustomer(user.email);
	stripe.answer = async ({ method, path }): Promise<StripeAnswer> => {
		if (method !== "DELETE" || path.endsWith(second)) return "till";
		// As if the other tab had found the first one gone at Stripe.
		await transaction((tx) => tx.customer.deleteMany({ where: { userId: user.userId } }));
		await keepCustomer(user, second);
		return "till";
	};
	await remove(user);
	expectDeleted(user);
	expect(readDatabase().Customer).toEqual([]);
});
