import { expect, test } from "vitest";
import { pageFinder } from "./find-page.ts";

const find = pageFinder(
	[
		"/*",
		"/",
		"/:accountSlug/:appName",
		"/settings/password",
		"/:accountSlug/:appName/:documentSlug",
		"/:accountSlug/:appName/documents",
		"/:accountSlug/:appName/forms/:formSlug",
		"/:accountSlug/:appName.json",
		"/:accountSlug/:appName/:documentSlug.json",
	].map((pattern) => ({ pattern })),
);

test.each([
	["/", "/", {}],
	["/acme/notes", "/:accountSlug/:appName", { accountSlug: "acme", appName: "notes" }],
	["/settings/password", "/settings/password", {}],
	[
		"/acme/notes/documents",
		"/:accountSlug/:appName/documents",
		{ accountSlug: "acme", appName: "notes" },
	],
	[
		"/acme/notes/forms/contact",
		"/:accountSlug/:appName/forms/:formSlug",
		{ accountSlug: "acme", appName: "notes", formSlug: "contact" },
	],
	["/acme/notes.json", "/:accountSlug/:appName.json", { accountSlug: "acme", appName: "notes" }],
	[
		"/acme/notes/documents.json",
		"/:accountSlug/:appName/:documentSlug.json",
		{ accountSlug: "acme", appName: "notes", documentSlug: "documents" },
	],
])("%s is a path of %s", (path, pattern, params) => {
	expect(find(path)).toEqual({ page: { pattern }, params });
});

test.each(["/acme", "//notes", "/acme/", "/acme/notes/forms/contact/more", ""])(
	"%j is no page's path",
	(path) => {
		expect(find(path)).toBeNull();
	},
);
