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

/** What the routes of a build say of their pages, each with what the layouts around it say. */
export function routeHandles(routes: ServerBuild["routes"]): RouteHandles {
	const all = Object.values(routes).filter((route) => route !== undefined);
	const layouts = new Set(all.map((route) => route.parentId));
	return new Map(
		all
			.filter((route) => !layouts.has(route.id))
			.map((route) => {
				const line = [route];
				for (let above = route.parentId; above !== undefined; above = line[0]?.parentId) {
					const layout = routes[above];
					if (!layout) break;
					line.unshift(layout);
				}
				const pattern = line.flatMap(({ path }) => path ?? []).join("/");
				return [
					addressPattern(pattern),
					Object.assign({}, ...line.map(({ module }) => module.handle)) as PageHandle,
				];
			}),
	);
}
