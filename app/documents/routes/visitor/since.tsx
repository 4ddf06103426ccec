import { data, redirect } from "react-router";
import { dayOf, readDay } from "#app/documents/applies-from.ts";
import { findHistory, type History } from "#app/documents/versions/found-history.ts";
import { readVersionState, versionAppliedOn } from "#app/documents/versions/history.sql.ts";
import { HistoryPage, SinceForm } from "#app/documents/versions/history-page.tsx";
import { formatDay } from "#app/documents/versions/period.ts";
import { clock } from "#app/platform/clock.server.ts";
import type { Route } from "./+types/since";

const FAULT = "Please give the day as year-month-day, such as 2026-03-31.";

/** Leads to the comparison of what applied on a day with the present text. */
export async function loader({ params, url }: Route.LoaderArgs) {
	const history = await findHistory({ params, url });
	const asked = url.searchParams.get("since");
	const day = readDay(asked ?? "");
	const { title, language, app, path, versionsPath, sincePath } = history;
	const page = {
		...{ title, titleLanguage: language, app, path, versionsPath, sincePath },
		url: history.url,
	};
	if (asked === null) return data({ ...page, day: "", text: null, fault: undefined });
	if (!day) return data({ ...page, day: asked, text: null, fault: FAULT }, { status: 400 });
	const text = sayUnchanged(history, day);
	return data({ ...page, day, text, fault: undefined });
}

/** Returns what says that nothing has changed since a day, or throws the redirect to what has. */
function sayUnchanged({ id, first, newest, changesPath }: History, day: string): string {
	const today = dayOf(clock.now());
	const applied = versionAppliedOn(id, day < today ? day : today);
	if ((applied ?? first) !== newest) throw redirect(changesPath(applied ?? first, newest));
	if (day > today) return `Nothing has changed since ${formatDay(day)}, which is still to come.`;
	if (applied !== null) return `Nothing has changed since ${formatDay(day)}.`;
	const published = readVersionState(id, first)?.createdAt.slice(0, 10) ?? today;
	return published > day
		? `Nothing was published here before ${formatDay(published)}, and nothing has changed since then.`
		: `Nothing has changed since ${formatDay(day)}.`;
}

export default function Since({ loaderData }: Route.ComponentProps) {
	const { title, titleLanguage, app, path, versionsPath, sincePath, url } = loaderData;
	const { day, text, fault } = loaderData;
	const name = `What changed in the ${title}`;
	return (
		<HistoryPage name={fault ? `Error: ${name}` : name} app={app} path={path} canonical={url}>
			<meta name="robots" content="noindex" />
			<h1>
				What changed in the <bdi lang={titleLanguage ?? undefined}>{title}</bdi>
			</h1>
			{text && <p>{text}</p>}
			<p>
				<a href={path}>Read the present version</a> · <a href={versionsPath}>All versions</a>
			</p>
			<SinceForm path={sincePath} day={day} fault={fault} />
		</HistoryPage>
	);
}
