import { exportAccount } from "#app/accounts/account-export.server.ts";
import { userContext } from "#app/accounts/middleware.ts";
import { downloadZip } from "#app/http/download.server.ts";
import type { Route } from "./+types/export";

/** Before the page is made, so that the file is sent as it grows and a refusal is still a page. */
export const middleware: Route.MiddlewareFunction[] = [answerWithFile];

/** Being here makes the server run the middleware for requests of data, too. */
export function loader() {
	return null;
}

/** Makes this a page, so that a refusal is a page too. */
export default function Export() {
	return null;
}

/** Everything that the account keeps, as one ZIP, streamed. */
function answerWithFile(
	{ request, context }: Parameters<Route.MiddlewareFunction>[0],
	next: Parameters<Route.MiddlewareFunction>[1],
) {
	if (request.method !== "GET") return next();
	return downloadZip(exportAccount(context.get(userContext)), "smallprint-export.zip");
}
