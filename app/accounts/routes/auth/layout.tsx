import { Outlet } from "react-router";
import { optionalUser } from "#app/accounts/middleware.ts";
import type { PageHandle } from "#app/http/page-handle.ts";
import type { Route } from "./+types/layout";

export const handle: PageHandle = { selfScripted: true };

export const middleware: Route.MiddlewareFunction[] = [optionalUser];

export default function AuthLayout() {
	return (
		<>
			<Outlet />
			<script src="/password.js" defer />
		</>
	);
}
