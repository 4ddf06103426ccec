import { Outlet } from "react-router";
import type { PageHandle } from "~/lib/page-handle";
import { requireVisitor } from "~/middleware/conversation";
import type { Route } from "./+types/layout";

export const handle: PageHandle = { scripts: true };

export const middleware: Route.MiddlewareFunction[] = [requireVisitor];

/** Being here makes the server run the middleware for requests of data, too. */
export function loader() {
	return null;
}

export default function ConversationLayout() {
	return <Outlet />;
}
