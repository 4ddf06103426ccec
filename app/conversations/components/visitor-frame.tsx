import type { ReactNode } from "react";
import type { Flash } from "#app/http/flash.ts";
import { paths } from "#app/paths.ts";
import { FlashMessage } from "#app/ui/frame/flash-message.tsx";
import { SkipLink } from "#app/ui/frame/page-shell.tsx";
import { PageTitle } from "#app/ui/frame/page-title.tsx";

type VisitorFrameProps = {
	/** The form's title. */
	title: string;
	appName: string;
	/** The app's public page, if it has one. */
	hubPath: string | null;
	windowTitle: string;
	flash: Flash | null;
	/** Whether a post was refused. */
	hasError: boolean;
	children: ReactNode;
};

/** The form's shell around the visitor's conversation, which ships scripts, unlike the form. */
export function VisitorFrame(props: VisitorFrameProps) {
	const { title, appName, hubPath, windowTitle, flash, hasError, children } = props;
	return (
		<>
			<PageTitle title={windowTitle} hasError={hasError} />
			<SkipLink />
			<div className="pad">
				<main id="main" className="stack" tabIndex={-1}>
					<FlashMessage flash={flash} />
					<div>
						<p className="over" dir="auto">
							{hubPath ? <a href={hubPath}>{appName}</a> : appName}
						</p>
						<h1 dir="auto">{title}</h1>
					</div>
					{children}
				</main>
				<footer className="foot">
					You write with the developer of {appName}, through <a href={paths.home}>Smallprint</a>
				</footer>
			</div>
		</>
	);
}
