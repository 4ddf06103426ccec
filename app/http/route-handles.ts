import { createContext, type ServerBuild } from "react-router";
import type { PageHandle } from "./page-handle.ts";

/** The handle of each route, by the pattern of its address. */
export type RouteHandles = ReadonlyMap<string, PageHandle>;

/** The handles of the build. The process sets them for each request. */
export const handlesContext = createContext<RouteHandles>(new Map());

/** Normalises a pattern for the handles and the log, with exactly one slash in front. */
export function addressPattern(pattern: string): string {
	return `/${pattern.replace(/^\//, "")}`;
}

type Routes = ServerBuild["routes"];
type Route = NonNullable<Routes[string]>;

/** Returns the handles of a build's pages, each merged with those of its layouts. */
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

/** Returns a route and the layouts around it, outermost first. */
function lineage(routes: Routes, route: Route): Route[] {
	const layout = routes[route.parentId ?? ""];
	return layout ? [...lineage(routes, layout), route] : [route];
}
