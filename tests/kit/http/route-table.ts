import routes from "#app/routes.ts";

type Route = { path?: string; children?: Route[] };

/** The pattern of every address in app/routes.ts, without the leading slash. */
export const PATTERNS = patternsOf(routes as Route[]);

function patternsOf(list: Route[], above: string[] = []): string[] {
	return list.flatMap(({ path, children }) => {
		const segments = [...above, ...(path ? [path] : [])];
		return children ? patternsOf(children, segments) : [segments.join("/")];
	});
}
