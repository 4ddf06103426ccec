import type { PageHandle } from "#app/http/page-handle.ts";
import { probeDatabase } from "#app/platform/db/health.sql.ts";
import { logError } from "#app/platform/log.server.ts";

export const handle: PageHandle = { neverShed: true };

/** Responds with 200 if the process can read a table of its database, else 503. */
export async function loader() {
	try {
		await probeDatabase();
		return Response.json({ status: "ok" });
	} catch (error) {
		logError(error);
		return Response.json({ status: "the database can't be read" }, { status: 503 });
	}
}
