import { data } from "react-router";
import type { Route } from "./+types/not-found";

export const meta: Route.MetaFunction = () => [{ title: "Page not found · Smallprint" }];

/** Throws a 404 for every path that no other route matches. */
export function loader(): never {
	throw data(null, { status: 404 });
}

export const action = loader;

export default function NotFound() {
	return null;
}
