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

type Page = {
	pattern: string;
	/** Merged with those of its layouts. */
	handle: PageHandle;
	module: Route["module"];
	/** Its own route and those of its layouts, by id. */
	routes: Routes;
};

/** Returns a build's pages. */
export function pagesOf(routes: Routes): Page[] {
	const all = Object.values(routes).filter((route) => route !== undefined);
	const layouts = new Set(all.map((route) => route.parentId));
	return all
		.filter((route) => !layouts.has(route.id))
		.map((route) => {
			const line = lineage(routes, route);
			return {
				pattern: addressPattern(line.flatMap(({ path }) => path ?? []).join("/")),
				handle: Object.assign({}, ...line.map(({ module }) => module.handle)),
				module: route.module,
				routes: Object.fromEntries(line.map((one) => [one.id, one])),
			};
		});
}

/** Returns the handles of a build's pages. */
export function routeHandles(routes: Routes): RouteHandles {
	return new Map(pagesOf(routes).map(({ pattern, handle }) => [pattern, handle]));
}

/** Returns a route and the layouts around it, outermost first. */
function lineage(routes: Routes, route: Route): Route[] {
	const layout = routes[route.parentId ?? ""];
	return layout ? [...lineage(routes, layout), route] : [route];
}
