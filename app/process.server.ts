/** What the process and its commands may ask of the app, from the build. */
export { dataVersion, pageStamp } from "./addresses/page-stamp.sql.ts";
export { grantPlan, grantRole, restore } from "./admin/administration.server.ts";
export { startBackgroundWork } from "./background.server.ts";
export {
	catchRefusedWrites,
	hasReached,
	readPositionCookie,
	role,
	writePositionCookie,
} from "./platform/db/cluster.server.ts";
export { closeDatabase, openDatabase } from "./platform/db/db.server.ts";
export { env } from "./platform/env.server.ts";
export { isMailWaiting } from "./platform/mail/outbox.sql.ts";
