import { Readable } from "node:stream";

const ONE_HOUR = "public, max-age=3600";

/** Responds with a text file such as robots.txt, whole or streamed, cached for an hour. */
export function textFile(text: string | AsyncIterable<string>, type: string): Response {
	const body =
		typeof text === "string"
			? text
			: (Readable.toWeb(Readable.from(text, { objectMode: false })) as ReadableStream);
	return new Response(body, {
		headers: { "Content-Type": `${type}; charset=utf-8`, "Cache-Control": ONE_HOUR },
	});
}
