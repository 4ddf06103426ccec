import { data } from "react-router";

/** The content of an error page. */
export type ErrorContent = {
	title: string;
	text: string;
	link?: { to: string; label: string; opensNewTab?: boolean };
	back?: { to: string; label: string };
	/** The app that the address belongs to, and its page. */
	app?: { name: string; path: string };
	/** What was typed into a form that is gone, with the labels of its fields where known. */
	typed?: { label: string | null; value: string }[];
	/** Where to write instead. */
	contactEmail?: string | null;
};

/** Returns what a route or middleware throws to show an error page of its own. */
export function errorPage(status: number, content: ErrorContent) {
	return data(content, { status });
}

/** Whether a value comes from `data()`, as React Router tells such a value apart. */
export function isData(value: unknown): value is ReturnType<typeof data> {
	return (value as { type?: unknown } | null)?.type === "DataWithResponseInit";
}
