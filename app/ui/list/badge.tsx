import type { ReactNode } from "react";

type BadgeProps = { tone?: "info" | "neutral" | "danger" | "success"; children: ReactNode };

export function Badge({ tone = "neutral", children }: BadgeProps) {
	return (
		<span className="badge" data-tone={tone}>
			{children}
		</span>
	);
}
