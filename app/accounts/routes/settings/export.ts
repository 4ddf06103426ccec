import { exportAccount } from "#app/accounts/account-export.server.ts";
import { userContext } from "#app/accounts/middleware.ts";
import { downloadZip } from "#app/http/download.server.ts";
import type { Route } from "./+types/export";

/** A middleware can stream the file, and a refusal still becomes a page. */
export const middleware: Route.MiddlewareFunction[] = [answerWithFile];

/** Without a loader, the server would not run the middleware for data requests. */
export function loader() {
	return null;
}

/** Makes this route a page, so that a refusal is one too. */
export default function Export() {
	return null;
}

/** Streams everything that the account keeps as one ZIP. */
function answerWithFile(
	{ request, context }: Parameters<Route.MiddlewareFunction>[0],
	next: Parameters<Route.MiddlewareFunction>[1],
) {
	if (request.method !== "GET") return next();
	return downloadZip(exportAccount(context.get(userContext)), "smallprint-export.zip");
}
