import zlib from "node:zlib";
import type { MiddlewareHandler } from "hono";

const LEAST_BYTES = 1_024;
/** Pages, and the shapes in which they can be had. */
const PAGE = /^(?:text\/(?:html|markdown|plain)|application\/(?:json|atom\+xml))\b/;

/**
 * Synchronous, not in the thread pool: compressing takes a tenth of the time that rendering took,
 * and the way to another thread and back costs more.
 */
const COMPRESS = {
	zstd: (page: Uint8Array, level: number) =>
		zlib.zstdCompressSync(page, { params: { [zlib.constants.ZSTD_c_compressionLevel]: level } }),
	br: (page: Uint8Array, level: number) =>
		zlib.brotliCompressSync(page, {
			params: {
				[zlib.constants.BROTLI_PARAM_QUALITY]: level,
				[zlib.constants.BROTLI_PARAM_SIZE_HINT]: page.length,
				// No larger than the page: clearing a window of 4 MB would take longer than the page.
				[zlib.constants.BROTLI_PARAM_LGWIN]: Math.min(
					22,
					Math.max(10, 32 - Math.clz32(page.length)),
				),
			},
		}),
	gzip: (page: Uint8Array, level: number) => zlib.gzipSync(page, { level }),
	deflate: (page: Uint8Array, level: number) => zlib.deflateSync(page, { level }),
};

type Compressor = keyof typeof COMPRESS;
export type Encoding = Compressor | "identity";

/** Encodings with their compression levels, the best first. */
type Choice = [Compressor, number][];

/** For a page that is rendered for one reader. Higher levels take longer than rendering it. */
export const QUICK: Choice = [
	["zstd", 1],
	["br", 1],
	["gzip", 1],
	["deflate", 1],
];

/** For a page that many will read. */
export const THOROUGH: Choice = [
	["br", 6],
	["gzip", 6],
	["deflate", 6],
];

/** Returns the first encoding that the client accepts; q=0 refuses it (RFC 9110, 12.5.3). */
export function pickEncoding(accepted: string | undefined, choice: Choice): Encoding {
	for (const [encoding] of accepted ? choice : []) {
		const at = accepted?.indexOf(encoding) ?? -1;
		if (at < 0) continue;
		const rest = accepted?.slice(at + encoding.length) ?? "";
		if (!/^\s*;\s*q=0(?:\.0*)?\s*(?:,|$)/.test(rest)) return encoding;
	}
	return "identity";
}

/** Returns the page in an encoding that was picked from `choice`. */
export function encodePage(page: Buffer, encoding: Encoding, choice: Choice): Buffer {
	const [chosen, level = 0] = choice.find(([one]) => one === encoding) ?? [];
	return chosen === undefined ? page : COMPRESS[chosen](page, level);
}

/**
 * Compresses a complete page at once, many times cheaper than as a stream. hono/compress only
 * streams, and supports neither zstd nor Brotli.
 */
export const compressPages: MiddlewareHandler = async (context, next) => {
	await next();
	const { res, req } = context;
	const length = res.headers.get("Content-Length");
	const isPage = length !== null && PAGE.test(res.headers.get("Content-Type") ?? "");
	if (!isPage || req.method === "HEAD" || res.headers.has("Content-Encoding")) return;
	const headers = new Headers(res.headers);
	headers.append("Vary", "Accept-Encoding");
	// Once it is cached, a small page is compressed, too.
	if (Number(length) < LEAST_BYTES) {
		context.res = new Response(res.body, { status: res.status, headers });
		return;
	}
	const encoding = pickEncoding(req.header("Accept-Encoding"), QUICK);
	const body = encodePage(Buffer.from(await res.arrayBuffer()), encoding, QUICK);
	headers.set("Content-Length", String(body.length));
	if (encoding !== "identity") headers.set("Content-Encoding", encoding);
	context.res = undefined;
	context.res = new Response(new Uint8Array(body), { status: res.status, headers });
};
