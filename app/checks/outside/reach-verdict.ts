import type { OutsideAnswer, OutsideFault } from "#app/platform/outside/fetch-outside.server.ts";
import { mayRead } from "./robots-rules.ts";
import type { Verdict } from "./verdict.ts";

/** Who reads the pages for Google, Meta and Apple. */
export const CRAWLERS = ["Googlebot", "facebookexternalhit", "Applebot"];

/** A page that takes longer is slow for the stores' reviewers, too. */
const SLOW_MS = 2_000;

const list = new Intl.ListFormat("en-GB");

const FAULTS: Partial<Record<OutsideFault, Verdict>> = {
	"no connection": { state: "problem", text: "Nothing answers at this address." },
	"not secure": {
		state: "problem",
		text: "The connection is not secure: browsers warn of the certificate.",
	},
	"not readable": { state: "problem", text: "What answers at this address is no web page." },
};

/** From inside of some networks, the own name leads elsewhere than from outside. */
const CANT_TELL: Verdict = {
	state: "unsure",
	text: "From this server, the page could not be asked by its public address, so nothing can be said.",
};

/** Says whether a public page of ours can be read from outside as the stores want it. */
export function verdictOnPage(outcome: OutsideAnswer | OutsideFault): Verdict {
	if (typeof outcome === "string") return FAULTS[outcome] ?? CANT_TELL;
	const { status, url, headers, tookMs } = outcome;
	if (status >= 300 && status < 400) {
		return {
			state: "problem",
			text: `It redirects (${status}), which Meta counts as an error.`,
			at: headers.location,
		};
	}
	if (status !== 200) return { state: "problem", text: `It answers ${status} in place of 200.` };
	const type = headers["content-type"] ?? "no type";
	if (!/^text\/html\b/i.test(type)) {
		return { state: "problem", text: `It is no web page, but ${type}.` };
	}
	if (!url.startsWith("https:")) {
		return { state: "problem", text: "It has no https address." };
	}
	const seconds = `${(tookMs / 1000).toFixed(1)} s`;
	if (tookMs > SLOW_MS) return { state: "problem", text: `It took ${seconds}, and 2 s are slow.` };
	return { state: "found", text: `It answers as a web page, without a redirect, in ${seconds}.` };
}

/** Says whether robots.txt lets the stores' crawlers read these paths. */
export function verdictOnRobots(outcome: OutsideAnswer | OutsideFault, paths: string[]): Verdict {
	if (typeof outcome === "string" || (outcome.status >= 300 && outcome.status < 400)) {
		return { state: "unsure", text: "robots.txt could not be read, so nothing can be said." };
	}
	const { status, text } = outcome;
	if (status >= 500) {
		return {
			state: "problem",
			text: `robots.txt answers ${status}, which shuts every crawler out.`,
		};
	}
	const robots = status === 200 ? text : "";
	const shutOut = CRAWLERS.filter((crawler) =>
		paths.some((path) => !mayRead(robots, crawler, path)),
	);
	if (shutOut.length > 0) {
		return { state: "problem", text: `robots.txt shuts out ${list.format(shutOut)}.` };
	}
	return {
		state: "found",
		text: `robots.txt lets ${list.format(CRAWLERS)} read these pages.`,
	};
}
