import type { ReactNode } from "react";
import { paths } from "#app/paths.ts";

type VisitorShellProps = { children: ReactNode; footer?: ReactNode };

export function VisitorShell({ children, footer }: VisitorShellProps) {
	return (
		<div className="pad">
			<main id="main">{children}</main>
			{footer && (
				<footer className="foot" lang="en">
					{footer}
				</footer>
			)}
		</div>
	);
}

/** The way to report a public page to the site's operators. */
export function ReportLink({ path }: { path: string }) {
	return (
		<>
			{" · "}
			<a href={paths.report.of(path)} rel="nofollow">
				Report this page
			</a>
		</>
	);
}

type VisitorMessageProps = { title: string; text: ReactNode; children?: ReactNode };

export function VisitorMessage({ title, text, children }: VisitorMessageProps) {
	return (
		<VisitorShell>
			<title>{title}</title>
			<h1>{title}</h1>
			<p>{text}</p>
			{children}
		</VisitorShell>
	);
}

/** The way on from a page that has no other. */
export function WayHome() {
	return (
		<p>
			<a href={paths.home}>Go to the home page</a>
		</p>
	);
}
