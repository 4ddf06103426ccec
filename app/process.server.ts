/** All that server/ and bin/ may use of the app's build. */
export { dataVersion, pageStamp, siteStamp } from "./addresses/page-stamp.sql.ts";
export { grantPlan, grantRole, restore } from "./admin/administration.server.ts";
export { isMailWaiting, startBackgroundWork } from "./background.server.ts";
export { CLIENT_ADDRESS_HEADER } from "./http/client-address.server.ts";
export { SESSION_COOKIES } from "./http/cookies.server.ts";
export { endEventStreams } from "./http/event-stream.server.ts";
export { type KeptLoader, renderKeptPage } from "./http/kept-page.server.tsx";
export { ROUTE_HEADER } from "./http/name-route.ts";
export { handlesContext, pagesOf, routeHandles } from "./http/route-handles.ts";
export { chooseShape, namesShape } from "./http/shapes/accept.ts";
export { type Shape, shapeAddress } from "./http/shapes/shapes.ts";
export {
	catchRefusedWrites,
	hasReached,
	readPositionCookie,
	role,
	writePositionCookie,
} from "./platform/db/cluster.server.ts";
export { closeDatabase, openDatabase } from "./platform/db/db.server.ts";
export { env } from "./platform/env/env.server.ts";
export { logError, logEvent, logWorkerFailure, openLog } from "./platform/log.server.ts";
