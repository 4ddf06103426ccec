import { type ReactNode, useId } from "react";

type CardProps = {
	title?: ReactNode;
	level?: 2 | 3;
	actions?: ReactNode;
	id?: string;
	tone?: "plain" | "danger";
	children: ReactNode;
};

export function Card({ title, level = 2, actions, id, tone = "plain", children }: CardProps) {
	const headingId = useId();
	const Heading = `h${level}` as const;
	return (
		<section
			className="card"
			id={id}
			tabIndex={id ? -1 : undefined}
			data-tone={tone}
			aria-labelledby={title ? headingId : undefined}
		>
			{(title || actions) && (
				<div className="card-header">
					{title && <Heading id={headingId}>{title}</Heading>}
					{actions && <div className="cluster">{actions}</div>}
				</div>
			)}
			{children}
		</section>
	);
}
