import type { AdminAccess } from "#app/accounts/access.server.ts";
import { planOfPrice } from "#app/billing/prices.server.ts";
import { clock } from "#app/platform/clock.server.ts";
import { db } from "#app/platform/db/db.server.ts";
import { DAY_MS, later } from "#app/platform/time.ts";
import { type Figure, sumDailyCounts } from "./analytics.sql.ts";

/** The length of the period of a change, and of the period before it. */
const WINDOW_DAYS = 30;
const SUBSCRIBER = "subscriber ";

const FIGURES = {
	user: "users",
	app: "apps",
	document: "documents",
	form: "forms",
	submission: "submissions",
} as const;
type FigureKind = keyof typeof FIGURES;
type FigureName = (typeof FIGURES)[FigureKind];

/**
 * Returns the site's figures from stored daily counts. They leave out what is deleted or in the
 * trash, and submissions that are not verified.
 */
export async function readAnalytics(_access: AdminAccess) {
	const today = clock.now();
	const from = dayOf(later(today, -(WINDOW_DAYS - 1) * DAY_MS));
	const beforeFrom = dayOf(later(today, -(2 * WINDOW_DAYS - 1) * DAY_MS));
	const figures = sumDailyCounts({ from, beforeFrom });
	const figure = (kind: FigureKind) => figures.get(kind) ?? { total: 0, recent: 0, before: 0 };
	return {
		figures: Object.fromEntries(
			Object.entries(FIGURES).map(([kind, name]) => [name, figure(kind as FigureKind)]),
		) as Record<FigureName, Figure>,
		subscriptions: {
			...subscriptionsIn(figures, figure("user").total),
			givenPro: await db.user.count({ where: { grantedPlan: "pro", deletedAt: null } }),
		},
		days: await readDays(today, from),
	};
}

function subscriptionsIn(figures: Map<string, Figure>, users: number) {
	let active = 0;
	let pro = 0;
	for (const [kind, { total }] of figures) {
		if (!kind.startsWith(SUBSCRIBER)) continue;
		active += total;
		if (planOfPrice(kind.slice(SUBSCRIBER.length)) === "pro") pro += total;
	}
	return {
		active,
		pro,
		free: Math.max(users - active, 0),
		/** Subscribers divided by users (product.md, rule 48), to a tenth of a percent. */
		conversionPercent: users === 0 ? 0 : Math.round((active / users) * 1_000) / 10,
	};
}

/** Returns the counts of each of the last 30 days, oldest first, including days without any. */
async function readDays(today: Date, from: string) {
	const rows = await db.dailyCount.findMany({
		where: { kind: { in: ["user", "document", "submission"] }, day: { gte: from } },
		take: 3 * WINDOW_DAYS,
	});
	const counts = new Map(rows.map(({ kind, day, count }) => [`${kind} ${day}`, count]));
	return Array.from({ length: WINDOW_DAYS }, (_, at) => {
		const day = dayOf(later(today, (at - WINDOW_DAYS + 1) * DAY_MS));
		return {
			day,
			users: counts.get(`user ${day}`) ?? 0,
			documents: counts.get(`document ${day}`) ?? 0,
			submissions: counts.get(`submission ${day}`) ?? 0,
		};
	});
}

/** Returns the number of support messages by status. */
export async function readSupportFigures(_access: AdminAccess) {
	const counts = await db.supportSubmission.groupBy({ by: ["status"], _count: { _all: true } });
	const count = (status: string) => counts.find((row) => row.status === status)?._count._all ?? 0;
	return {
		total: counts.reduce((sum, row) => sum + row._count._all, 0),
		new: count("new"),
		inProgress: count("in_progress"),
		resolved: count("resolved"),
	};
}

/** Returns the newest support messages. */
export function listRecentSupport(_access: AdminAccess, count: number) {
	return db.supportSubmission.findMany({
		orderBy: [{ createdAt: "desc" }, { id: "desc" }],
		take: count,
		select: { id: true, email: true, name: true, status: true, createdAt: true },
	});
}

function dayOf(date: Date): string {
	return date.toISOString().slice(0, 10);
}
