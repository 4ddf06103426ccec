import fs from "node:fs";
import { expect, test } from "vitest";
import { createClient } from "../../kit/http/client.ts";
import { serve } from "../../kit/process/serve.ts";
import { createWorld } from "../../kit/world/world.ts";

/** What makes an engine of 2016 drop more than the declaration that it doesn't know. */
const BREAKS_A_RULE = {
	"cascade layers, 2022": /@layer/,
	"nesting and scopes, 2023": /&|@scope/,
	"container queries, 2022": /@container/,
	"ranges in media queries, 2020": /@media[^{]*[<>]/,
	":is(), :where() and :has(), 2020 to 2023": /:(?:is|where|has)\(/,
	"a list in :not(), 2020": /:not\([^()]*,/,
	// Unless it is in a rule of its own.
	"new pseudo-classes in a list, 2018 to 2020":
		/(?:^|[{}])[^{}@]*,[^{}@]*:(?:focus-visible|any-link|popover-open)|:(?:focus-visible|any-link|popover-open)[^{}@]*,[^{}@]*\{/,
};

/** What it drops, so that the page lacks it. */
const DROPPED = {
	"sizes by direction, 2017": /^(?:min-|max-)?(?:inline|block)-size:/,
	"both sides by direction, 2020": /^(?:inset|(?:margin|padding|border)-(?:inline|block)):/,
	"sides by direction, 2018": /-block-(?:start|end)|^inset-/,
	"a transform of one kind, 2022": /^(?:rotate|translate|scale):/,
	"functions of colour, 2023": /(?:color-mix|light-dark|oklch|oklab)\(/,
	"colours of eight digits, 2016": /#(?:[\da-f]{4}|[\da-f]{8})\b/i,
	"alignment without flex-, 2017": /^align-(?:items|self):(?:start|end)$/,
	"a gap in a grid without grid-, 2018": /^grid.*;gap:/,
};

/** Before 2018 it is nothing in a column, so that the next item lies upon this one. These are in rows. */
const SHARE = /^flex(?:-basis)?:.*%/;
const IN_ROWS = /^(?:\.filters|\.owner-header|\.item-text|\.app-card|\.write-bar\[data-side=)/;

/** What it drops for an older value before it, or for its own size of a text or a dialog. */
const SECOND = /^(?!font-size|max-height).*(?:\b(?:clamp|min|max)\(|\ddvh\b|^content:.*"\s?\/\s?")/;
/** What stands in a block of its own is asked for first. An engine that knows `scripting` is of 2023. */
const ASKED_FOR =
	/@(?:supports (?:\((?:width|content):|selector\()|media ?\(scripting:)[^{]*\{(?:[^{}]*\{[^{}]*\})*\}/g;

const server = serve();

test("the stylesheets have nothing that engines of 2016 would miss", async () => {
	const { document } = await createWorld();
	const { text } = await createClient(server.url).get(document.path);
	const [, visitorCss = ""] = /<style>(.*?)<\/style>/s.exec(text) ?? [];
	const [file, ...others] = fs
		.readdirSync("build/client/assets")
		.filter((name) => name.endsWith(".css"));
	expect(others).toEqual([]);
	const appCss = fs.readFileSync(`build/client/assets/${file}`, "utf8");
	expect([visitorCss.length > 4_000, appCss.length > 20_000]).toEqual([true, true]);
	for (const css of [visitorCss, appCss].map((one) => one.replace(ASKED_FOR, ""))) {
		expect.soft(faultsIn(css)).toEqual([]);
		expect.soft(boxesWithoutMargins(css)).toEqual([]);
	}
});

/** The rules without what is around them: selectors and declarations. */
function rulesOf(css: string): { selectors: string; declarations: string[] }[] {
	return [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selectors = "", body = ""]) => ({
		selectors,
		declarations: body.split(";").filter((one) => one !== ""),
	}));
}

function faultsIn(css: string): string[] {
	const faults = Object.entries(BREAKS_A_RULE)
		.filter(([, sign]) => sign.test(css))
		.map(([what]) => what);
	for (const { selectors, declarations } of rulesOf(css)) {
		const properties = declarations.map((one) => one.slice(0, one.indexOf(":")));
		for (const [at, declaration] of declarations.entries()) {
			const where = `${selectors}{${declaration}}`;
			for (const [what, sign] of Object.entries(DROPPED)) {
				if (sign.test(declaration)) faults.push(`${what}: ${where}`);
			}
			if (
				SHARE.test(declaration) &&
				selectors.split(",").some((one) => !IN_ROWS.test(one.trim()))
			) {
				faults.push(`a share of a column's height: ${where}`);
			}
			if (!SECOND.test(declaration)) continue;
			const hasFirst = properties.slice(0, at).some((one) => covers(one, properties[at] ?? ""));
			if (!hasFirst) faults.push(`no older value before: ${where}`);
			if (declaration.includes("var(")) faults.push(`beside var(): ${where}`);
		}
	}
	return faults;
}

/** Whether a property sets this one, too: padding sets padding-left. */
function covers(shorthand: string, property: string): boolean {
	return property === shorthand || property.startsWith(`${shorthand}-`);
}

/** The boxes with a gap that get no margins where engines know no gap. */
function boxesWithoutMargins(css: string): string[] {
	const [, margins = ""] = /@supports not \(\(inset:\s?0\).*?\{(.*?\})\}/s.exec(css) ?? [];
	const given = new Set(
		rulesOf(margins).flatMap(({ selectors }) =>
			selectors.split(",").map((one) => one.replace(/>(?:\*|:last-child|\*\+\*)$|::?before/, "")),
		),
	);
	return rulesOf(css)
		.filter(({ declarations }) => declarations.some((one) => /^(?:column-)?gap:/.test(one)))
		.flatMap(({ selectors }) => selectors.split(","))
		.filter((selector) => !given.has(selector));
}
