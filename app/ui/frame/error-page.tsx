import { isRouteErrorResponse } from "react-router";
import type { ErrorContent } from "#app/http/error-content.ts";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button/button.tsx";
import { NarrowShell } from "./page-shell.tsx";
import { TypedText } from "./typed-text.tsx";

const NOT_FOUND: ErrorContent = {
	title: "Page not found",
	text: "There is no page at this address. It may have been mistyped, or moved.",
	link: { to: paths.home, label: "Go to the home page" },
	back: { to: paths.help, label: "Go to help" },
};

const NOT_ALLOWED: ErrorContent = {
	title: "Nothing was sent",
	text: "This address accepts no forms, so nothing was changed. Please go back and try again.",
	link: { to: paths.home, label: "Go to the home page" },
};

/** For a 503 that comes before any route: from a replica, or by load shedding. */
const UNAVAILABLE: ErrorContent = {
	title: "Please try again in a minute",
	text: "Smallprint is very busy, or can't save anything right now. Nothing was changed.",
	link: { to: paths.home, label: "Go to the home page" },
};

const FAILED: ErrorContent = {
	title: "Something went wrong",
	text: "The fault is ours, and nothing you did caused it. Please try again in a moment.",
	link: { to: paths.home, label: "Go to the home page" },
};

/** The page for an error that a route threw. */
export function ErrorPage({ error }: { error: unknown }) {
	const { title, text, link, back, typed } = contentOf(error);
	return (
		<NarrowShell title={title} intro={text}>
			{(link || back) && (
				<div className="cluster">
					{link && (
						<ButtonLink
							to={link.to}
							variant="primary"
							reloadDocument
							target={link.opensNewTab ? "_blank" : undefined}
						>
							{link.label}
						</ButtonLink>
					)}
					{back && (
						<ButtonLink to={back.to} reloadDocument>
							{back.label}
						</ButtonLink>
					)}
				</div>
			)}
			{typed && <TypedText typed={typed} />}
		</NarrowShell>
	);
}

/** Returns an error's own content, or else the content for its status. Each has a way on. */
export function contentOf(error: unknown): ErrorContent {
	if (!isRouteErrorResponse(error)) return FAILED;
	if (isErrorContent(error.data)) return { link: FAILED.link, ...error.data };
	if (error.status === 405) return NOT_ALLOWED;
	if (error.status === 503) return UNAVAILABLE;
	return error.status === 404 ? NOT_FOUND : FAILED;
}

function isErrorContent(value: unknown): value is ErrorContent {
	return typeof value === "object" && value !== null && "title" in value && "text" in value;
}
