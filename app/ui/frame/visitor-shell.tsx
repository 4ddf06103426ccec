import type { ReactNode } from "react";

type VisitorShellProps = { children: ReactNode; footer?: ReactNode };

export function VisitorShell({ children, footer }: VisitorShellProps) {
	return (
		<div className="pad">
			<main id="main">{children}</main>
			{footer && <footer className="foot">{footer}</footer>}
		</div>
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
