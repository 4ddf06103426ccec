import type { PageHandle } from "#app/http/page-handle.ts";
import { probeDatabase } from "#app/platform/db/health.sql.ts";
import { logError } from "#app/platform/log.server.ts";

export const handle: PageHandle = { neverShed: true };

/** Whether the process can read its database, a table of it at least: 200, else 503. */
export async function loader() {
	try {
		await probeDatabase();
		return Response.json({ status: "ok" });
	} catch (error) {
		logError(error);
		return Response.json({ status: "the database can't be read" }, { status: 503 });
	}
}
