import { data } from "react-router";

/** The content of an error page. */
export type ErrorContent = {
	title: string;
	text: string;
	link?: { to: string; label: string; opensNewTab?: boolean };
	back?: { to: string; label: string };
};

/** Returns what a route or middleware throws to show an error page of its own. */
export function errorPage(status: number, content: ErrorContent) {
	return data(content, { status });
}
