import { Readable } from "node:stream";

/** A file that the browser saves, streamed as it is made. */
export function download(texts: AsyncIterable<string>, fileName: string, type: string): Response {
	const body = Readable.toWeb(Readable.from(texts, { objectMode: false }));
	return new Response(body as ReadableStream, {
		headers: {
			"Content-Type": type,
			"Content-Disposition": `attachment; filename="${fileName}"`,
			"Cache-Control": "no-store",
		},
	});
}
