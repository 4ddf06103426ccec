import { data } from "react-router";
import type { Route } from "./+types/not-found";

export const meta: Route.MetaFunction = () => [{ title: "Page not found · Smallprint" }];

/** Every path that nothing else answers. The request log records it. */
export function loader(): never {
	throw data(null, { status: 404 });
}

export const action = loader;

export default function NotFound() {
	return null;
}
