import type { ReactNode } from "react";

export function CloseIcon() {
	return (
		<Icon>
			<path d="M4 4l8 8M12 4l-8 8" />
		</Icon>
	);
}

export function ExternalIcon() {
	return (
		<Icon>
			<path d="M6.5 3.5H3.5v9h9v-3M9 3h4v4M13 3L7.5 8.5" />
		</Icon>
	);
}

function Icon({ children }: { children: ReactNode }) {
	return (
		<svg
			className="icon"
			width="16"
			height="16"
			viewBox="0 0 16 16"
			fill="none"
			stroke="currentColor"
			strokeWidth="1.5"
			strokeLinecap="round"
			strokeLinejoin="round"
			aria-hidden="true"
			focusable="false"
		>
			{children}
		</svg>
	);
}
