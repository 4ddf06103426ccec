import { isIP } from "node:net";
import type { OutsideAnswer, OutsideFault } from "#app/platform/outside/fetch-outside.server.ts";
import { isLoopbackName } from "#app/platform/outside/outside-url.ts";
import { isPublicAddress } from "#app/platform/outside/public-address.ts";

/** What a question to another site came to, in the words of the checks (product.md, rule 66). */
export type Verdict = {
	state: "found" | "problem" | "unsure";
	text: string;
	/** The address that answered, if it is another one. */
	at?: string;
};

/** What sites say to programs, whatever a browser would get. 999 is LinkedIn's. */
const TURNED_AWAY = [401, 403, 405, 406, 408, 425, 429, 451, 503, 999];
const GONE = [404, 410];

const FAULTS: Record<OutsideFault, Verdict> = {
	"not public": { state: "problem", text: "No public site has this address." },
	"no name server": {
		state: "unsure",
		text: "The site's name could not be looked up just now. Please look yourself.",
	},
	"no connection": { state: "problem", text: "Nothing answers at this address." },
	"not secure": {
		state: "problem",
		text: "The connection is not secure: browsers warn of the site's certificate.",
	},
	"too slow": { state: "unsure", text: "The site did not answer in time. Please look yourself." },
	"too large": { state: "unsure", text: "The site sends too much. Please look yourself." },
	"not readable": { state: "problem", text: "What answers at this address is no web site." },
	busy: {
		state: "unsure",
		text: "Too many links are being asked right now. Please try again in a minute.",
	},
};

/** Such a site can be there for a reader. */
const NOT_ASKED: Verdict = {
	state: "unsure",
	text: "Only sites with a name, at the usual port, are asked. Please look yourself.",
};

/** Says what became of a link. */
export function verdictOnLink(link: string, outcome: OutsideAnswer | OutsideFault): Verdict {
	if (outcome === "not public" && mayBePublic(link)) return NOT_ASKED;
	if (typeof outcome === "string") return FAULTS[outcome];
	const { status, url } = outcome;
	const verdict = verdictOnStatus(status);
	return url === link ? verdict : { ...verdict, at: url };
}

/** Whether a link that is not asked may lead a reader somewhere all the same. */
function mayBePublic(link: string): boolean {
	const { hostname, port } = new URL(link);
	if (isIP(hostname) !== 0) return isPublicAddress(hostname);
	return port !== "" && hostname.includes(".") && !isLoopbackName(hostname);
}

function verdictOnStatus(status: number): Verdict {
	if (status < 300) return { state: "found", text: `It answers (${status}).` };
	if (status < 400) {
		return {
			state: "unsure",
			text: `It redirects more than three times, or nowhere (${status}). Please look yourself.`,
		};
	}
	if (TURNED_AWAY.includes(status)) {
		return {
			state: "unsure",
			text: `The site turned the check away (${status}), as some do with programs. Please look yourself.`,
		};
	}
	if (GONE.includes(status)) return { state: "problem", text: `Nothing is there (${status}).` };
	const whose = status < 500 ? "The site refuses this address" : "The site has a fault";
	return { state: "problem", text: `${whose} (${status}).` };
}
