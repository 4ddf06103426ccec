import type { AdminAccess } from "#app/accounts/access.server.ts";
import { accountsOfCustomers } from "#app/billing/stripe-event.server.ts";
import { db } from "#app/platform/db/db.server.ts";

/** An event on the site. `userId` is the account that it concerns. */
export type Activity = {
	type: "account" | "app" | "document" | "form" | "submission" | "subscription";
	id: string;
	at: Date;
	description: string;
	userId: string;
	email: string;
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
	return rows.map(({ id, email, createdAt }) => ({
		type: "account",
		id,
		at: createdAt,
		description: "New account",
		userId: id,
		email,
	}));
}

async function apps(take: number): Promise<Activity[]> {
	const rows = await db.app.findMany({
		where: { deletedAt: null },
		orderBy: [...newestFirst],
		take,
		select: { id: true, name: true, createdAt: true, user: owner },
	});
	return rows.map(({ id, name, createdAt, user }) => ({
		type: "app",
		id,
		at: createdAt,
		description: `App created: ${name}`,
		userId: user.id,
		email: user.email,
	}));
}

async function documents(take: number): Promise<Activity[]> {
	const rows = await db.document.findMany({
		where: { deletedAt: null, app: { deletedAt: null } },
		orderBy: [...newestFirst],
		take,
		select: { id: true, title: true, createdAt: true, app: { select: { user: owner } } },
	});
	return rows.map(({ id, title, createdAt, app }) => ({
		type: "document",
		id,
		at: createdAt,
		description: `Document published: ${title}`,
		userId: app.user.id,
		email: app.user.email,
	}));
}

async function forms(take: number): Promise<Activity[]> {
	const rows = await db.form.findMany({
		where: { deletedAt: null, app: { deletedAt: null } },
		orderBy: [...newestFirst],
		take,
		select: { id: true, title: true, createdAt: true, user: owner },
	});
	return rows.map(({ id, title, createdAt, user }) => ({
		type: "form",
		id,
		at: createdAt,
		description: `Form published: ${title}`,
		userId: user.id,
		email: user.email,
	}));
}

async function submissions(take: number): Promise<Activity[]> {
	const rows = await db.submission.findMany({
		where: { verifiedAt: { not: null } },
		orderBy: [{ verifiedAt: "desc" }, { createdAt: "desc" }],
		take,
		select: { id: true, verifiedAt: true, form: { select: { title: true, user: owner } } },
	});
	return rows.flatMap(({ id, verifiedAt, form }) =>
		verifiedAt
			? {
					type: "submission" as const,
					id,
					at: verifiedAt,
					description: `Submission verified: ${form.title}`,
					userId: form.user.id,
					email: form.user.email,
				}
			: [],
	);
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
	return events.flatMap(({ id, customerId, receivedAt }) => {
		const user = owners.get(customerId ?? "");
		if (!user) return [];
		return {
			type: "subscription" as const,
			id,
			at: receivedAt,
			description: "Subscription started",
			userId: user.id,
			email: user.email,
		};
	});
}
