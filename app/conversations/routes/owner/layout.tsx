import { Outlet } from "react-router";
import { requireAnswerer, requireReason } from "#app/conversations/middleware.ts";
import type { Route } from "./+types/layout";

export const middleware: Route.MiddlewareFunction[] = [requireAnswerer, requireReason];

/** React Router skips the middleware of data requests for routes without a loader. */
export function loader() {
	return null;
}

export default function SubmissionLayout() {
	return <Outlet />;
}
