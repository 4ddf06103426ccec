import fs from "node:fs";
import path from "node:path";

const ASSETS = path.join(import.meta.dirname, "../../../build/client/assets");

type ManifestRoute = {
	id: string;
	parentId?: string;
	path?: string;
	index?: boolean;
	hasAction: boolean;
	hasLoader: boolean;
	hasDefaultExport: boolean;
};

/** A route with an address. */
export type BuiltRoute = {
	id: string;
	/** As in app/routes.ts, with a leading slash: /app/:appId/settings. */
	pattern: string;
	hasAction: boolean;
	/** The ids of its layouts. */
	layouts: string[];
	/** Whether it renders pages, rather than data alone. */
	isPage: boolean;
};

/**
 * Lists every route of the build that is no layout, so that tests include new routes. Throws for a
 * layout that would serve an empty page at an address of its own.
 */
export function builtRoutes(): BuiltRoute[] {
	const file = fs.readdirSync(ASSETS).find((name) => /^manifest-.*\.js$/.test(name));
	if (!file) throw new Error("There is no build. Run: npx react-router build");
	const [, json = ""] =
		/^window\.__reactRouterManifest=(.*?);?$/s.exec(
			fs.readFileSync(path.join(ASSETS, file), "utf8").trim(),
		) ?? [];
	const { routes } = JSON.parse(json) as { routes: Record<string, ManifestRoute> };
	const parents = new Set(Object.values(routes).map((route) => route.parentId));
	for (const layout of Object.values(routes)) {
		const children = Object.values(routes).filter((route) => route.parentId === layout.id);
		if (layout.path && children.length > 0 && !children.some((route) => route.index)) {
			throw new Error(`${layout.id} has a path and no index: it answers with an empty page`);
		}
	}
	return Object.values(routes)
		.filter((route) => !parents.has(route.id))
		.map((route) => {
			const line = lineage(routes, route);
			return {
				id: route.id,
				pattern: `/${line.flatMap((one) => one.path || []).join("/")}`,
				hasAction: route.hasAction,
				layouts: line.slice(1, -1).map((one) => one.id),
				isPage: route.hasDefaultExport,
			};
		});
}

/** Returns the route and its parents, outermost first. */
function lineage(routes: Record<string, ManifestRoute>, route: ManifestRoute): ManifestRoute[] {
	const parent = route.parentId === undefined ? undefined : routes[route.parentId];
	return parent ? [...lineage(routes, parent), route] : [route];
}

/** The address at which React Router serves a page's data instead of its HTML. */
export function dataPath(address: string): string {
	const { pathname, search } = new URL(address, "http://localhost");
	return `${pathname === "/" ? "/_" : pathname}.data${search}`;
}

/** The ways to ask for one address: a page, its data, and the data of the innermost route alone. */
export const KINDS = [
	{ kind: "a page", isData: false, to: (address: string) => address },
	{ kind: "data", isData: true, to: (address: string) => dataPath(address) },
	{
		kind: "data of that route alone",
		isData: true,
		to: (address: string, { id }: Pick<BuiltRoute, "id">) => {
			const sign = address.includes("?") ? "&" : "?";
			return dataPath(`${address}${sign}_routes=${encodeURIComponent(id)}`);
		},
	},
];
