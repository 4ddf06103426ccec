import type { ReactNode } from "react";
import { paths } from "#app/paths.ts";
import { formatLongDate } from "#app/platform/time.ts";
import { ReportLink, VisitorShell } from "#app/ui/frame/visitor-shell.tsx";

type HistoryPageProps = {
	/** The page's name, without the app's. */
	name: string;
	app: { name: string; path: string };
	/** The document's own address. */
	path: string;
	/** The address of the whole present text. */
	canonical: string;
	children: ReactNode;
};

/** The frame of a page below a document: its versions, what changed, and what is announced. */
export function HistoryPage({ name, app, path, canonical, children }: HistoryPageProps) {
	return (
		<VisitorShell
			footer={
				<>
					Published by the developer of <a href={app.path}>{app.name}</a> with{" "}
					<a href={paths.home}>Smallprint</a>
					<ReportLink path={path} />
				</>
			}
		>
			<title>{`${name} · ${app.name}`}</title>
			<link rel="canonical" href={canonical} />
			<p className="over">
				<a href={app.path} dir="auto">
					{app.name}
				</a>
			</p>
			{children}
		</VisitorShell>
	);
}

/** Asks for a day, and leads to what has changed since then. */
export function SinceForm({
	path,
	day = "",
	fault,
}: {
	path: string;
	day?: string;
	fault?: string;
}) {
	return (
		<form action={path} method="get" lang="en">
			<div className="field">
				<label htmlFor="since">What has changed since</label>
				<input
					id="since"
					name="since"
					type="date"
					placeholder="2026-03-31"
					defaultValue={day}
					aria-invalid={fault ? true : undefined}
					aria-describedby={fault ? "since-error" : undefined}
				/>
				{fault && (
					<p id="since-error" className="field-error">
						{fault}
					</p>
				)}
			</div>
			<button type="submit">Show</button>
		</form>
	);
}

/** A day, given as YYYY-MM-DD. */
export function Day({ day }: { day: string }) {
	return <time dateTime={day}>{formatLongDate(new Date(day))}</time>;
}
