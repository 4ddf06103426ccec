import { createContext, type ServerBuild } from "react-router";
import type { PageHandle } from "./page-handle.ts";

/** The handle of each route, by the pattern of its address. */
export type RouteHandles = ReadonlyMap<string, PageHandle>;

/** The handles of the build. Set by the process for each request. */
export const handlesContext = createContext<RouteHandles>(new Map());

/** A pattern as the handles and the log have it, with one slash before it. */
export function addressPattern(pattern: string): string {
	return `/${pattern.replace(/^\//, "")}`;
}

type Routes = ServerBuild["routes"];
type Route = NonNullable<Routes[string]>;

/** What the routes of a build say of their pages, each with what the layouts around it say. */
export function routeHandles(routes: Routes): RouteHandles {
	const all = Object.values(routes).filter((route) => route !== undefined);
	const layouts = new Set(all.map((route) => route.parentId));
	const pages = all
		.filter((route) => !layouts.has(route.id))
		.map((route) => lineage(routes, route));
	return new Map(
		pages.map((line) => [
			addressPattern(line.flatMap(({ path }) => path ?? []).join("/")),
			Object.assign({}, ...line.map(({ module }) => module.handle)),
		]),
	);
}

/** A route with the layouts that it stands in, outermost first. */
function lineage(routes: Routes, route: Route): Route[] {
	const layout = routes[route.parentId ?? ""];
	return layout ? [...lineage(routes, layout), route] : [route];
}
