import { Outlet } from "react-router";
import { requireVisitor } from "#app/conversations/middleware.ts";
import type { PageHandle } from "#app/http/page-handle.ts";
import type { Route } from "./+types/layout";

export const handle: PageHandle = { scripts: true };

export const middleware: Route.MiddlewareFunction[] = [requireVisitor];

/** React Router skips the middleware of data requests for routes without a loader. */
export function loader() {
	return null;
}

export default function ConversationLayout() {
	return <Outlet />;
}
