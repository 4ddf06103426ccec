import type { ComponentProps } from "react";
import { ExternalIcon } from "#app/ui/button/icons.tsx";

export function ExternalLink({ children, ...props }: ComponentProps<"a">) {
	return (
		<a {...props} target="_blank" rel="noopener">
			{children}
			<ExternalIcon />
			<span className="visually-hidden"> (opens in a new tab)</span>
		</a>
	);
}
