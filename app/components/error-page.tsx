import { isRouteErrorResponse } from "react-router";
import { ButtonLink } from "./button";
import { MessagePage } from "./message-page";

/** What a route throws with `data()` to have a page of its own instead of the general one. */
export type ErrorContent = {
	title: string;
	text: string;
	link?: { to: string; label: string };
};

const NOT_FOUND: ErrorContent = {
	title: "Page not found",
	text: "There is no page at this address. It may have been mistyped, or moved.",
	link: { to: "/", label: "Go to the home page" },
};

const FAILED: ErrorContent = {
	title: "Something went wrong",
	text: "The fault is ours, and nothing you did caused it. Please try again in a moment.",
	link: { to: "/", label: "Go to the home page" },
};

/** The page for whatever a route threw. */
export function ErrorPage({ error }: { error: unknown }) {
	const { title, text, link } = contentOf(error);
	return (
		<>
			<title>{`${title} · Smallprint`}</title>
			<MessagePage title={title} text={text}>
				{link && (
					<ButtonLink to={link.to} variant="primary" reloadDocument>
						{link.label}
					</ButtonLink>
				)}
			</MessagePage>
		</>
	);
}

function contentOf(error: unknown): ErrorContent {
	if (!isRouteErrorResponse(error)) return FAILED;
	if (isErrorContent(error.data)) return error.data;
	return error.status === 404 ? NOT_FOUND : FAILED;
}

/** Whether something thrown carries the content of its own error page. */
export function isErrorContent(value: unknown): value is ErrorContent {
	return typeof value === "object" && value !== null && "title" in value && "text" in value;
}
