import { paths } from "#app/paths.ts";
import type { RenderedDocument } from "#app/platform/markdown/render.ts";
import eula from "./samples/eula.md?raw";
import privacyPolicy from "./samples/privacy-policy.md?raw";
import termsOfService from "./samples/terms-of-service.md?raw";

/** The samples, in the order of their links. */
const SAMPLES = [
	{
		path: paths.demo.privacy,
		title: "Privacy Policy",
		source: privacyPolicy,
		updatedAt: new Date("2026-11-14"),
	},
	{
		path: paths.demo.terms,
		title: "Terms of Service",
		source: termsOfService,
		updatedAt: new Date("2026-11-14"),
	},
	{
		path: paths.demo.eula,
		title: "End User Licence Agreement",
		source: eula,
		updatedAt: new Date("2026-11-02"),
	},
];

const pages = new Map<string, RenderedDocument>();

/** Returns the sample at a path, rendered once, with links to the others. */
export async function readSample(path: string) {
	const sample = SAMPLES.find((one) => one.path === path);
	if (!sample) throw new Error(`There is no sample at ${path}`);
	const page = pages.get(path) ?? (await renderSample(sample.source));
	pages.set(path, page);
	return {
		title: sample.title,
		updatedAt: sample.updatedAt,
		html: page.html,
		headings: page.headings,
		others: SAMPLES.filter((one) => one !== sample).map(({ title, ...one }) => ({
			title,
			path: one.path,
		})),
	};
}

/** Renders without the worker, since our own texts are quick. Loads the renderer on first use. */
async function renderSample(source: string): Promise<RenderedDocument> {
	const { renderSource } = await import("#app/platform/markdown/render.ts");
	return renderSource(source);
}
