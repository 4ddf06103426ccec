import type { ReactNode } from "react";
import type { Flash } from "#app/http/flash.ts";
import { CopyPresses } from "#app/ui/button/copy-presses.tsx";
import { focusTarget } from "#app/ui/field/focus-target.ts";
import { FlashMessage } from "./flash-message.tsx";
import { PageTitle } from "./page-title.tsx";
import { Logo, OwnerHeader } from "./site-header.tsx";

type OwnerShellProps = {
	planName: string | null;
	isAdmin: boolean;
	/** How many messages wait for a reply. */
	waiting: number;
	flash: Flash | null;
	/** The navigation of a part of the account, below the account's own. */
	nav?: ReactNode;
	children: ReactNode;
};

export function OwnerShell({ flash, nav, children, ...header }: OwnerShellProps) {
	return (
		<>
			<SkipLink />
			<OwnerHeader {...header} />
			{nav}
			<main id="main" className="page" tabIndex={-1}>
				<FlashMessage flash={flash} />
				{children}
			</main>
			<CopyPresses />
		</>
	);
}

type NarrowShellProps = {
	title: string;
	/** The window's title, if it differs from the heading. */
	windowTitle?: string;
	intro?: ReactNode;
	flash?: Flash | null;
	/** Whether a post was refused. */
	hasError?: boolean;
	children?: ReactNode;
};

export function NarrowShell(props: NarrowShellProps) {
	const { title, windowTitle = title, intro, flash = null, hasError, children } = props;
	return (
		<>
			<PageTitle title={windowTitle} hasError={hasError} />
			<SkipLink />
			<div className="page-narrow">
				<header>
					<Logo />
				</header>
				<main id="main" className="stack-l" tabIndex={-1}>
					<FlashMessage flash={flash} />
					<div className="stack-s">
						<h1>{title}</h1>
						{intro && <p className="muted">{intro}</p>}
					</div>
					{children}
				</main>
			</div>
		</>
	);
}

/** The first link of a page, for people who use the keyboard. */
export function SkipLink() {
	return (
		// biome-ignore lint/a11y/useValidAnchor: the link works without JavaScript too
		<a className="skip-link" href="#main" onClick={focusTarget}>
			Skip to content
		</a>
	);
}
