import { data } from "react-router";

/** What the page of an error says. */
export type ErrorContent = {
	title: string;
	text: string;
	link?: { to: string; label: string; opensNewTab?: boolean };
	back?: { to: string; label: string };
};

/** What a route or a middleware throws, to have a page of its own instead of the general one. */
export function errorPage(status: number, content: ErrorContent) {
	return data(content, { status });
}
