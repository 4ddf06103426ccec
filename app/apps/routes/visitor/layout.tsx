import { Outlet } from "react-router";
import type { PageHandle } from "#app/http/page-handle.ts";
import { VisitorError } from "#app/ui/frame/visitor-error.tsx";
import type { Route } from "./+types/layout";

export const handle: PageHandle = { look: "visitor" };

export default function VisitorLayout() {
	return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
	return <VisitorError error={error} />;
}
