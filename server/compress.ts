import zlib from "node:zlib";
import type { MiddlewareHandler } from "hono";

const LEAST_BYTES = 1_024;

/**
 * At once, and not in the thread pool: each takes a tenth of the time that making the page took, and
 * the way to another thread and back costs more.
 */
const COMPRESS = {
	zstd: (page: Uint8Array, level: number) =>
		zlib.zstdCompressSync(page, { params: { [zlib.constants.ZSTD_c_compressionLevel]: level } }),
	br: (page: Uint8Array, level: number) =>
		zlib.brotliCompressSync(page, {
			params: {
				[zlib.constants.BROTLI_PARAM_QUALITY]: level,
				[zlib.constants.BROTLI_PARAM_SIZE_HINT]: page.length,
			},
		}),
	gzip: (page: Uint8Array, level: number) => zlib.gzipSync(page, { level }),
	deflate: (page: Uint8Array, level: number) => zlib.deflateSync(page, { level }),
};

type Compressor = keyof typeof COMPRESS;
export type Encoding = Compressor | "identity";

/** Encodings, the best first, each with how hard it tries. */
type Choice = [Compressor, number][];

/** For a page that is made for one reader. */
const QUICK: Choice = [
	["zstd", 1],
	["br", 3],
	["gzip", 3],
	["deflate", 3],
];

/** For a page that many will read. */
export const THOROUGH: Choice = [
	["br", 6],
	["gzip", 6],
	["deflate", 6],
];

/** The first choice that the client takes: one with q=0 is not taken (RFC 9110, section 12.5.3). */
export function pickEncoding(accepted: string | undefined, choice: Choice): Encoding {
	for (const [encoding] of accepted ? choice : []) {
		const at = accepted?.indexOf(encoding) ?? -1;
		if (at < 0) continue;
		const rest = accepted?.slice(at + encoding.length) ?? "";
		if (!/^\s*;\s*q=0(?:\.0*)?\s*(?:,|$)/.test(rest)) return encoding;
	}
	return "identity";
}

/** A page in an encoding that was picked from a choice. */
export function encodePage(page: Buffer, encoding: Encoding, choice: Choice): Buffer {
	const [chosen, level = 0] = choice.find(([one]) => one === encoding) ?? [];
	return chosen === undefined ? page : COMPRESS[chosen](page, level);
}

/**
 * Compresses pages that are there whole, which is many times cheaper than to do so as a stream, the
 * only way that hono/compress has; and it knows neither zstd nor Brotli.
 */
export const compressPages: MiddlewareHandler = async (context, next) => {
	await next();
	const { res, req } = context;
	const isWhole = Number(res.headers.get("Content-Length") ?? 0) >= LEAST_BYTES;
	const isPage = res.headers.get("Content-Type")?.startsWith("text/html");
	if (!isWhole || !isPage || req.method === "HEAD" || res.headers.has("Content-Encoding")) return;
	const headers = new Headers(res.headers);
	headers.append("Vary", "Accept-Encoding");
	const encoding = pickEncoding(req.header("Accept-Encoding"), QUICK);
	const body = encodePage(Buffer.from(await res.arrayBuffer()), encoding, QUICK);
	headers.set("Content-Length", String(body.length));
	if (encoding !== "identity") headers.set("Content-Encoding", encoding);
	context.res = undefined;
	context.res = new Response(new Uint8Array(body), { status: res.status, headers });
};
