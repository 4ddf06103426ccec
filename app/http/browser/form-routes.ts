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
 * a button is pressed, and reloads the page, with all that was typed, when it can't.
 */
export function loadFormRoutes(): void {
	for (const form of document.querySelectorAll('form[method="post"]')) {
		const { pathname } = new URL(form.getAttribute("action") ?? "", window.location.href);
		const matches = matchRoutes(window.__reactRouterDataRouter.routes, pathname) ?? [];
		for (const { route } of matches) {
			const script = window.__reactRouterManifest.routes[route.id]?.module;
			// Without a connection, there is nothing to do: this is only ahead of time.
			if (script) import(/* @vite-ignore */ script).catch(() => {});
		}
	}
}
