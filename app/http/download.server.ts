import { Readable } from "node:stream";
import { makeZip } from "client-zip";

/** Small pieces are joined up to this length. */
const PIECE_LENGTH = 32 * 1024;

/** A file in a ZIP; `name` is its path there. An iterable `content` is read when its turn comes. */
export type ZippedFile = {
	name: string;
	lastModified: Date;
	content: string | AsyncIterable<string>;
};

/** Responds with a ZIP download that is streamed while its files are made. */
export function downloadZip(files: AsyncIterable<ZippedFile>, fileName: string): Response {
	return download(bytesOf(makeZip(entries(files))), fileName, "application/zip");
}

/** Responds with a download that is streamed while it is made. */
export function download(
	pieces: AsyncIterable<string | Uint8Array>,
	fileName: string,
	type: string,
): Response {
	const body = Readable.toWeb(Readable.from(pieces, { objectMode: false }));
	return new Response(body as ReadableStream, {
		headers: {
			"Content-Type": type,
			"Content-Disposition": `attachment; filename="${fileName}"`,
			"Cache-Control": "no-store",
		},
	});
}

async function* entries(files: AsyncIterable<ZippedFile>) {
	for await (const { name, lastModified, content } of files) {
		const input = typeof content === "string" ? content : inPieces(content);
		yield { name, lastModified, input };
	}
}

/** Yields the ZIP's bytes. A cancel that fails after an aborted download is not an error. */
async function* bytesOf(zip: ReadableStream<Uint8Array>) {
	const reader = zip.getReader();
	try {
		for (;;) {
			const { value, done } = await reader.read();
			if (done) return;
			yield value;
		}
	} finally {
		await reader.cancel().catch(() => {});
	}
}

/** Only the last piece may be empty, because client-zip takes an empty piece for the end. */
async function* inPieces(texts: AsyncIterable<string>) {
	let piece = "";
	for await (const text of texts) {
		piece += text;
		if (piece.length < PIECE_LENGTH) continue;
		yield piece;
		piece = "";
	}
	yield piece;
}
