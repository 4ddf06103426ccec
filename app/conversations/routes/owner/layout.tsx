import { Outlet } from "react-router";
import { requireAnswerer } from "#app/conversations/middleware.ts";
import type { Route } from "./+types/layout";

export const middleware: Route.MiddlewareFunction[] = [requireAnswerer];

/** Being here makes the server run the middleware for requests of data, too. */
export function loader() {
	return null;
}

export default function SubmissionLayout() {
	return <Outlet />;
}
