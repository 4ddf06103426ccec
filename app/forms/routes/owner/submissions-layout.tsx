import { Outlet } from "react-router";
import { requireProOnce } from "#app/forms/middleware.ts";
import type { Route } from "./+types/submissions-layout";

export const middleware: Route.MiddlewareFunction[] = [requireProOnce];

/** React Router skips the middleware of data requests for routes without a loader. */
export function loader() {
	return null;
}

export default function SubmissionsLayout() {
	return <Outlet />;
}
