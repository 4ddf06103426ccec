import type { Source } from "./sources.ts";

const ROUTES = "app/routes.ts";
/** Files that build, match or list addresses. */
const EXEMPT = /^app\/(?:paths\.ts|routes\.ts|addresses\/)|\.test\.tsx?$/;

/** Finds lines that type one of the app's addresses instead of building it with `paths`. */
export function findTypedAddresses(sources: Source[]): { file: string; line: number }[] {
	const routes = sources.find(({ file }) => file === ROUTES)?.lines.join("\n") ?? "";
	const patterns = [...routes.matchAll(/route\("([^"]+)"/g)].flatMap(([, path = ""]) =>
		path.split("/"),
	);
	const segments = [...new Set(patterns)].filter((segment) => /^[a-z.]/.test(segment));
	const names = segments.join("|").replaceAll(".", "\\.");
	const typed = new RegExp(
		[
			// "/settings", `/app/${appId}`, `${path}/edit`
			`(?:["'=\`]|\\$\\{[^}]*\\})/(?:${names})(?=[/?#"'\`])`,
			// `/${account}/${app}`, `${hubPath}/${slug}`
			"`/\\$\\{[^}]*\\}/|\\$\\{\\w*[pP]ath\\}/",
			'(?:to|href|action)(?:=|: )"/"',
		].join("|"),
	);
	return sources
		.filter(({ file }) => /^app\/.*\.tsx?$/.test(file) && !EXEMPT.test(file))
		.flatMap(({ file, lines }) =>
			lines.flatMap((text, index) => (typed.test(text) ? [{ file, line: index + 1 }] : [])),
		);
}
