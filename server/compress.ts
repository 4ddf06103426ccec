import zlib from "node:zlib";
import type { MiddlewareHandler } from "hono";
import { pickEncoding } from "./encoding.ts";

const LEAST_BYTES = 1_024;
/** A page that is made for one reader is compressed for one, so quickly. */
const ZSTD_LEVEL = 1;
const BROTLI_QUALITY = 3;
const GZIP_LEVEL = 3;

/**
 * The best first. At once, and not in the thread pool: each takes a tenth of the time that making
 * the page took, and the way to another thread and back costs more.
 */
const COMPRESS = {
	zstd: (page: Uint8Array) =>
		zlib.zstdCompressSync(page, {
			params: { [zlib.constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL },
		}),
	br: (page: Uint8Array) =>
		zlib.brotliCompressSync(page, {
			params: {
				[zlib.constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
				[zlib.constants.BROTLI_PARAM_SIZE_HINT]: page.length,
			},
		}),
	gzip: (page: Uint8Array) => zlib.gzipSync(page, { level: GZIP_LEVEL }),
	identity: (page: Uint8Array<ArrayBuffer>) => page,
};

const ENCODINGS = ["zstd", "br", "gzip"] as const;

/** Compresses pages that are there whole, which is many times cheaper than to do so as a stream. */
export const compressPages: MiddlewareHandler = async (context, next) => {
	await next();
	const { res, req } = context;
	const isWhole = Number(res.headers.get("Content-Length") ?? 0) >= LEAST_BYTES;
	const isPage = res.headers.get("Content-Type")?.startsWith("text/html");
	if (!isWhole || !isPage || req.method === "HEAD" || res.headers.has("Content-Encoding")) return;
	const headers = new Headers(res.headers);
	headers.append("Vary", "Accept-Encoding");
	const encoding = pickEncoding(req.header("Accept-Encoding"), ENCODINGS);
	const body = COMPRESS[encoding](new Uint8Array(await res.arrayBuffer()));
	headers.set("Content-Length", String(body.length));
	if (encoding !== "identity") headers.set("Content-Encoding", encoding);
	context.res = undefined;
	context.res = new Response(body, { status: res.status, headers });
};
