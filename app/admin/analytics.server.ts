import type { AdminAccess } from "#app/accounts/access.server.ts";
import { planOfPrice } from "#app/billing/prices.server.ts";
import { clock } from "#app/platform/clock.server.ts";
import { db } from "#app/platform/db/db.server.ts";
import { DAY_MS, later } from "#app/platform/time.ts";
import { type Figure, sumDailyCounts } from "./analytics.sql.ts";
import type { ChartRange } from "./chart-range.ts";

/** The length of the period of a change, and of the period before it. */
const WINDOW_DAYS = 30;
const DAYS_A_YEAR = 366;
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
 * Returns the site's figures from stored daily counts, and what the charts show of a range. They
 * leave out what is deleted or in the trash, and submissions that are not verified.
 */
export async function readAnalytics(_access: AdminAccess, range: ChartRange) {
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
		bars: await readBars(today, range),
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

/** Returns the counts of each day or month of a range, oldest first, including those without any. */
async function readBars(today: Date, range: ChartRange) {
	const periods = periodsOf(today, range);
	const [first = ""] = periods;
	const rows = await db.dailyCount.findMany({
		where: { kind: { in: ["user", "document", "submission"] }, day: { gte: first } },
		take: 3 * DAYS_A_YEAR,
	});
	const counts = new Map<string, number>();
	for (const { kind, day, count } of rows) {
		const key = `${kind} ${day.slice(0, first.length)}`;
		counts.set(key, (counts.get(key) ?? 0) + count);
	}
	return periods.map((period) => ({
		period,
		users: counts.get(`user ${period}`) ?? 0,
		documents: counts.get(`document ${period}`) ?? 0,
		submissions: counts.get(`submission ${period}`) ?? 0,
	}));
}

/** Returns the days, such as "2026-11-21", or the months, such as "2026-11", of a range. */
function periodsOf(today: Date, range: ChartRange): string[] {
	if (range === "12m") {
		const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()];
		return Array.from({ length: 12 }, (_, at) =>
			new Date(Date.UTC(year, month - 11 + at)).toISOString().slice(0, 7),
		);
	}
	const days = range === "90d" ? 90 : 30;
	return Array.from({ length: days }, (_, at) => dayOf(later(today, (at - days + 1) * DAY_MS)));
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
