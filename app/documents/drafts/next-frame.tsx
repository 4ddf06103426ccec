import type { ReactNode } from "react";
import { paths } from "#app/paths.ts";
import { formatLongDate } from "#app/platform/time.ts";
import { ReportLink, VisitorShell } from "#app/ui/frame/visitor-shell.tsx";

type NextFrameProps = {
	/** The page's name, without the app's. */
	name: string;
	app: { name: string; path: string };
	/** The document's own address, and as a URL. */
	path: string;
	url: string;
	children: ReactNode;
};

/** The frame of the pages of an announced text. */
export function NextFrame({ name, app, path, url, children }: NextFrameProps) {
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
			<link rel="canonical" href={url} />
			<p className="over">
				<a href={app.path} dir="auto">
					{app.name}
				</a>
			</p>
			{children}
		</VisitorShell>
	);
}

type Announced = { effectiveOn: string; announcedAt: string; updatedAt: string };

/** Says from when an announced text applies, and whether it was changed since it was announced. */
export function AppliesFrom({ effectiveOn, announcedAt, updatedAt }: Announced) {
	return (
		<p>
			This text applies from <Day at={effectiveOn} />. Until then, the present one does. It was
			announced on <Day at={announcedAt} />
			{updatedAt !== announcedAt && (
				<>
					{" "}
					and changed on <Day at={updatedAt} />
				</>
			)}
			.
		</p>
	);
}

/** A day, given as such or as a time. */
export function Day({ at }: { at: string }) {
	return <time dateTime={at.slice(0, 10)}>{formatLongDate(new Date(at))}</time>;
}
