import type { AdminAccess } from "#app/accounts/access.server.ts";
import { accountsOfCustomers } from "#app/billing/stripe-event.server.ts";
import { db } from "#app/platform/db/db.server.ts";

/** An event on the site. `user` is the account that it concerns. */
export type Activity = {
	type: "account" | "app" | "document" | "form" | "submission" | "subscription";
	id: string;
	at: Date;
	description: string;
	user: { id: string; email: string };
};

const owner = { select: { id: true, email: true } } as const;
const newestFirst = [{ createdAt: "desc" }, { id: "desc" }] as const;

/**
 * Returns the newest events of all kinds: new accounts, apps, documents, forms, verified
 * submissions and subscriptions. Leaves out what is deleted or in the trash.
 */
export async function listActivity(_access: AdminAccess, count: number): Promise<Activity[]> {
	const reads = [accounts, apps, documents, forms, submissions, subscriptions];
	const kinds = await Promise.all(reads.map((read) => read(count)));
	return kinds
		.flat()
		.sort((one, other) => other.at.getTime() - one.at.getTime() || (one.id < other.id ? 1 : -1))
		.slice(0, count);
}

async function accounts(take: number): Promise<Activity[]> {
	const rows = await db.user.findMany({
		where: { deletedAt: null },
		orderBy: [...newestFirst],
		take,
		select: { id: true, email: true, createdAt: true },
	});
	return rows.map(({ createdAt: at, ...user }) => {
		return { type: "account", id: user.id, at, description: "New account", user };
	});
}

async function apps(take: number): Promise<Activity[]> {
	const rows = await db.app.findMany({
		where: { deletedAt: null },
		orderBy: [...newestFirst],
		take,
		select: { id: true, name: true, createdAt: true, user: owner },
	});
	return rows.map(({ id, name, createdAt: at, user }) => {
		return { type: "app", id, at, description: `App created: ${name}`, user };
	});
}

async function documents(take: number): Promise<Activity[]> {
	const rows = await db.document.findMany({
		where: { deletedAt: null, app: { deletedAt: null } },
		orderBy: [...newestFirst],
		take,
		select: { id: true, title: true, createdAt: true, app: { select: { user: owner } } },
	});
	return rows.map(({ id, title, createdAt: at, app: { user } }) => {
		return { type: "document", id, at, description: `Document published: ${title}`, user };
	});
}

async function forms(take: number): Promise<Activity[]> {
	const rows = await db.form.findMany({
		where: { kind: "support", deletedAt: null, app: { deletedAt: null } },
		orderBy: [...newestFirst],
		take,
		select: { id: true, title: true, createdAt: true, user: owner },
	});
	return rows.map(({ id, title, createdAt: at, user }) => {
		return { type: "form", id, at, description: `Form published: ${title}`, user };
	});
}

async function submissions(take: number): Promise<Activity[]> {
	const rows = await db.submission.findMany({
		where: { verifiedAt: { not: null } },
		orderBy: [{ verifiedAt: "desc" }, { createdAt: "desc" }],
		take,
		select: { id: true, verifiedAt: true, form: { select: { title: true, user: owner } } },
	});
	return rows.flatMap(({ id, verifiedAt: at, form: { title, user } }) => {
		const description = `Submission verified: ${title}`;
		return at ? { type: "submission", id, at, description, user } : [];
	});
}

/** Uses Stripe's events, which tell when a subscription began. Skips unknown customers. */
async function subscriptions(take: number): Promise<Activity[]> {
	const events = await db.stripeEvent.findMany({
		where: { type: "customer.subscription.created", customerId: { not: null } },
		orderBy: { receivedAt: "desc" },
		take,
		select: { id: true, customerId: true, receivedAt: true },
	});
	const owners = await accountsOfCustomers(events.map(({ customerId }) => customerId));
	return events.flatMap(({ id, customerId, receivedAt: at }) => {
		const user = owners.get(customerId ?? "");
		return user ? { type: "subscription", id, at, description: "Subscription started", user } : [];
	});
}
