import type { ReactNode } from "react";

type EmptyStateProps = { title: string; text: ReactNode; children?: ReactNode };

export function EmptyState({ title, text, children }: EmptyStateProps) {
	return (
		<section className="empty-state">
			<h2>{title}</h2>
			<p>{text}</p>
			{children}
		</section>
	);
}
