import type { PageHandle } from "#app/http/page-handle.ts";
import { isLagging } from "#app/platform/db/cluster.server.ts";
import { loader as readHealth } from "./healthz.ts";

export const handle: PageHandle = { neverShed: true };

/** Responds with 200 if the database is readable (as /healthz) and recent enough, else 503. */
export function loader() {
	if (isLagging()) {
		const status = "nothing has been heard from the primary for too long";
		return Response.json({ status }, { status: 503 });
	}
	return readHealth();
}
