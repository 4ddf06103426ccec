import { Readable } from "node:stream";
import { makeZip } from "client-zip";

/** Small pieces are joined until they are worth sending. */
const PIECE_LENGTH = 32 * 1024;

/** A file in a ZIP; `name` is its path there. A text that grows is read when its turn comes. */
export type ZippedFile = {
	name: string;
	lastModified: Date;
	content: string | AsyncIterable<string>;
};

/** A file that the browser saves, streamed as it is made. */
export function download(texts: AsyncIterable<string>, fileName: string, type: string): Response {
	return saved(texts, fileName, type);
}

/** A ZIP that the browser saves, streamed as its files are made. */
export function downloadZip(files: AsyncIterable<ZippedFile>, fileName: string): Response {
	return saved(bytesOf(makeZip(entries(files))), fileName, "application/zip");
}

function saved(
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
		yield {
			name,
			lastModified,
			input: typeof content === "string" ? content : inPieces(content),
		};
	}
}

/** What a ZIP's stream holds. It fails when it is given up half-way, which is nobody's fault. */
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

/** No piece but the last is empty: the ZIP takes an empty one for the end. */
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
