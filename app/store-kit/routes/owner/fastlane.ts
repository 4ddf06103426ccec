import { appContext } from "#app/apps/middleware.ts";
import { downloadZip } from "#app/http/download.server.ts";
import { fastlaneFiles } from "#app/store-kit/fastlane.server.ts";
import { requireAccountName } from "#app/store-kit/middleware.ts";
import type { Route } from "./+types/fastlane";

/** A middleware can stream the file, and a refusal still becomes a page. */
export const middleware: Route.MiddlewareFunction[] = [answerWithFile];

/** Without a loader, the server would not run the middleware for data requests. */
export function loader() {
	return null;
}

/** Makes this route a page, so that a refusal is one too. */
export default function Fastlane() {
	return null;
}

/** Streams a folder for fastlane as a ZIP. */
function answerWithFile(
	{ request, context }: Parameters<Route.MiddlewareFunction>[0],
	next: Parameters<Route.MiddlewareFunction>[1],
) {
	if (request.method !== "GET") return next();
	const access = requireAccountName(context.get(appContext));
	return downloadZip(fastlaneFiles(access), `${access.app.slug}-fastlane.zip`);
}
