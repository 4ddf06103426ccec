import { Outlet } from "react-router";
import { optionalUser } from "#app/accounts/middleware.ts";
import type { Route } from "./+types/layout";

export const middleware: Route.MiddlewareFunction[] = [optionalUser];

export default function AuthLayout() {
	return <Outlet />;
}
