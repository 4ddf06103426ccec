import { readFormat } from "../document-rules.ts";

/** Returns a version as it was written, for the worker that renders it. */
export function sourceOf(version: { title: string; content: string; format: string | null }) {
	const { title, content, format } = version;
	return { source: content, options: { title, format: readFormat(format) } };
}
