import type { RouteConfigEntry } from "@react-router/dev/routes";
import { createStaticHandler, type RouteObject } from "react-router";
import { expect, test } from "vitest";
import table from "#app/routes.ts";
import { pageFinder } from "../../../server/pages/find-page.ts";

type Page = { pattern: string; id: string };

function toRoutes(entries: RouteConfigEntry[]): RouteObject[] {
	return entries.map(({ file, id = file, path, index, children = [] }) =>
		index ? { id, path, index } : { id, path, children: toRoutes(children) },
	);
}

function pagesOf(entries: RouteConfigEntry[], above = ""): Page[] {
	return entries.flatMap(({ file, id = file, path, children }) => {
		const pattern = path === undefined ? above : `${above}/${path}`;
		return children?.length ? pagesOf(children, pattern) : [{ pattern: pattern || "/", id }];
	});
}

test("finds the page that React Router finds, also where a parameter has the name of a page", () => {
	const { match } = createStaticHandler(toRoutes(table)) as unknown as {
		match: (path: string) => { route: { id: string } }[] | null;
	};
	const pages = pagesOf(table);
	const find = pageFinder(pages);
	const split = pages.map(({ pattern }) => pattern.split("/"));
	const paths = new Set(
		split.flatMap((segments) =>
			split
				.filter(({ length }) => length === segments.length)
				.map((other) =>
					segments
						.map((own, at) => (own.startsWith(":") ? (other[at] ?? "") : own))
						.join("/")
						.replace(/:\w+/g, "some-name"),
				),
		),
	);
	const wrong = [...paths].filter((path) => {
		const found = find(path);
		return found !== null && match(path)?.at(-1)?.route.id !== found.page.id;
	});
	expect(paths.size).toBeGreaterThan(pages.length);
	expect(wrong).toEqual([]);
});
