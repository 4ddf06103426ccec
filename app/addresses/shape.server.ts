import { isData } from "#app/http/error-content.ts";
import { SHAPE_TYPES, type Shape } from "#app/http/shapes/shapes.ts";
import { PUBLIC_CACHE } from "./resolution.ts";

/** Where a missing address has no sentence of its own: its first segment is the site's. */
const NOTHING = "There is no page at this address.";

/**
 * Responds with a page in a shape: the body that `make` returns, with the page's address as the
 * canonical one, and with its headers. A page that `make` throws for what is not there becomes the
 * same sentence and status, as JSON or as text. Throws redirects and whatever else `make` throws.
 */
export async function serveShape(
	shape: Shape,
	make: () => Promise<{ body: string; page: string; headers?: Record<string, string> }>,
): Promise<Response> {
	try {
		const { body, page, headers } = await make();
		return respond(shape, body, {
			headers: { ...PUBLIC_CACHE, Link: `<${page}>; rel="canonical"`, ...headers },
		});
	} catch (thrown) {
		if (!isData(thrown)) throw thrown;
		const { text = NOTHING } = (thrown.data ?? {}) as { text?: string };
		const init = thrown.init ?? {};
		return shape === "json"
			? respond("json", JSON.stringify({ error: text }), init)
			: respond("txt", `${text}\n`, init);
	}
}

function respond(shape: Shape, body: string, init: ResponseInit): Response {
	const headers = new Headers(init.headers);
	headers.set("Content-Type", `${SHAPE_TYPES[shape]}; charset=utf-8`);
	headers.set("Content-Length", String(Buffer.byteLength(body)));
	return new Response(body, { ...init, headers });
}
