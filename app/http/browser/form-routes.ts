import { type DataRouteObject, matchRoutes } from "react-router";

declare global {
	// React Router's own, which its build writes into the page.
	interface Window {
		__reactRouterManifest: { routes: Record<string, { module: string } | undefined> };
		__reactRouterDataRouter: { routes: DataRouteObject[] };
	}
}

/**
 * Loads the scripts of the routes to which the page's forms post. React Router would load them once
 * a button is pressed, and reloads the page, with all that was typed, when it can't. Its forms have
 * the attribute `data-discover`; the browser posts the others by itself.
 */
export function loadFormRoutes(): void {
	const { __reactRouterManifest: manifest, __reactRouterDataRouter: router } = window;
	const forms = document.querySelectorAll<HTMLFormElement>("form[data-discover][method=post]");
	// A list has many forms with one address.
	const pathnames = new Set([...forms].map(({ action }) => new URL(action).pathname));
	for (const pathname of pathnames) {
		for (const { route } of matchRoutes(router.routes, pathname) ?? []) {
			const script = manifest.routes[route.id]?.module;
			// Without a connection, there is nothing to do: this is only ahead of time.
			if (script) import(/* @vite-ignore */ script).catch(() => {});
		}
	}
}
