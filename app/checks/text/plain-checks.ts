import { languageOf } from "#app/platform/language.ts";
import { type Flat, quoteAt } from "./blocks.ts";
import { COMMON_NAMES } from "./common-names.ts";
import type { About, CheckId, Finding } from "./finding.ts";

/** Returns a finding about a place in the text, or about its absence for -1. */
export function findingAt(
	flat: Flat,
	id: CheckId,
	index: number,
	otherwise: Finding["state"],
): Finding {
	if (index === -1) return { id, state: otherwise, quote: "" };
	return { id, state: "found", ...quoteAt(flat, index) };
}

/** Privacy in the titles of policies, in more languages than there are word lists for. */
const PRIVACY =
	/priva|datenschutz|confidentialit|riservatezza|integritet|personvern|soukrom|prywatno|gizlilik|adatv[ée]d|tietosuoja|confidenț|プライバシー|個人情報|个人信息|隐私|隱私|개인정보|конфиденц|конфіденц|приватн|απορρήτου|الخصوصية|פרטיות|गोपनीयता|ความเป็นส่วนตัว|riêng tư|bảo mật/i;

/** Google Play wants the title or the address of a policy to name it as one. */
export function checkTitle({ title, slug }: About, canTell: boolean): Finding {
	const name = PRIVACY.test(title) ? title : PRIVACY.test(slug) ? slug : null;
	if (name !== null) return { id: "title-says-privacy", state: "found", quote: name };
	return { id: "title-says-privacy", state: canTell ? "problem" : "unsure", quote: title };
}

export function checkNames(flat: Flat, { appName, developerNames }: About): Finding {
	const names = [appName, ...developerNames].map((name) => name.trim().toLowerCase());
	const places = names.map((name) => (name ? flat.lower.indexOf(name) : -1));
	const index = places.find((place) => place !== -1) ?? -1;
	return findingAt(flat, "names-app", index, "missing");
}

const MAIL = /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63})+/u;
const MAIL_APART = /[\w.+-]{2,64} ?[[({](?:at|@|ät|arroba)[\])}] ?[\w-]+/iu;
const FORM =
	/^(?:https?:\/\/[^/]+)?\/(?:[^?#]*\/)?(?:forms\/[^?#]+|(?:contact|kontakt|contato|contacto|contatti|support)(?:[-_](?:us|form|page))?(?:\.\w+)?\/?)(?:[?#]|$)/i;
const POSTAL =
	/〒 ?\d{3}|(?:street|avenue|road|lane|boulevard|straße|strasse|str\.|platz|gasse|<?rue|calle|avenida|rua|via|viale|piazza) [^\n]{0,30}\d|\d{1,5},? (?:\p{L}+ ){1,4}(?:street|st\.|avenue|ave\.?|road|rd\.|lane|drive|boulevard|blvd)/u;

/** Looks for an e-mail address, the address of a form, or a postal one. */
export function checkContact(flat: Flat): Finding {
	const form = flat.links.find(({ href }) => /^mailto:[^?]/i.test(href) || FORM.test(href));
	const places = [flat.text.search(MAIL), flat.text.search(MAIL_APART), form?.at ?? -1];
	const index = places.find((place) => place !== -1) ?? flat.lower.search(POSTAL);
	return findingAt(flat, "contact", index, "missing");
}

/** Finds the names of the account's other apps, which copying a text leaves behind. */
export function findOtherApps(flat: Flat, { appName, otherAppNames }: About): Finding[] {
	return otherAppNames.flatMap((name): Finding[] => {
		const isUsual = name.length < 4 || COMMON_NAMES.has(name.toLowerCase());
		if (isUsual || appName.toLowerCase().includes(name.toLowerCase())) return [];
		const escaped = name.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");
		// Scripts without spaces have no ends of words.
		const isSpaced = !/[\u0E00-\u0E7F\u3040-\u30FF\u3400-\u9FFF]/.test(name);
		const whole = isSpaced ? `(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])` : escaped;
		const own = appName.length > name.length ? flat.text.replaceAll(appName, blank) : flat.text;
		const places = [...own.matchAll(new RegExp(whole, "gu"))];
		return places.map(({ index }) => ({
			id: "other-app",
			state: "problem",
			...quoteAt(flat, index),
			detail: name,
		}));
	});
}

function blank(text: string): string {
	return " ".repeat(text.length);
}

const GENERATORS =
	/privacypolicytemplate\.net|app.privacy.policy.generator|privacy.?policy.?generator|freeprivacypolicy\.com|privacypolicies\.com|privacypolicyonline|termsfeed|termly\.io|iubenda|getterms\.io|websitepolicies|privacyterms\.io|nisrulz|e-recht24|datenschutz-generator|generateprivacypolicy|terms.?(?:and|&)?.?conditions.?generator|policymaker\.io|as an ai (?:language )?model|(?:sure|certainly)[,!] here(?:'s| is)|here(?:'s| is) (?:a|your|the) (?:[a-z]+ ){0,3}(?:privacy policy|terms of)[^\n]{0,40}:|let me know if you(?:'d| would| want| need)/;

/** Looks for what a generator or a chat left of itself. */
export function checkGenerator(flat: Flat): Finding[] {
	const link = flat.links.find(({ href }) => GENERATORS.test(href.toLowerCase()));
	const index = link?.at ?? flat.lower.search(GENERATORS);
	if (index === -1) return [];
	return [{ id: "generator-left", state: "unsure", ...quoteAt(flat, index) }];
}

const LOCAL =
	/^(?:https?:)?\/\/(?:(?:(?:[^/:]+\.)?(?:localhost|local|internal|test)|0\.0\.0\.0|\[::1?\])\.?(?:[:/?#]|$)|(?:127|10|192\.168|172\.(?:1[6-9]|2\d|3[01])|169\.254)\.\d)/i;

/** Finds links that can't work for a reader, or that nobody can trust on the way. */
export function findBadLinks(flat: Flat, source: string): Finding[] {
	const found = flat.links.flatMap(({ href, text, at }): Finding[] => {
		const fault = faultOf(href, text.trim());
		if (fault === null) return [];
		return [{ id: "link-form", state: "problem", ...quoteAt(flat, at), detail: fault }];
	});
	// The page shows a link without an address as plain text.
	const empty = source.match(
		/(?<!!)\[[^[\]\n]{1,200}\]\(\s*(?:#|mailto:)?\s*\)|<a [^<>]*href=["'](?:#|mailto:)?["']/gi,
	);
	const bare = (empty ?? []).map(
		(quote): Finding => ({
			id: "link-form",
			state: "problem",
			quote,
			detail: "It leads nowhere.",
		}),
	);
	return [...found, ...bare];
}

function faultOf(href: string, text: string): string | null {
	if (LOCAL.test(href)) return `${href} is an address on your own machine or network.`;
	// What is written without "http:" is made one by the page.
	if (/^http:/i.test(href) && !/^www\./i.test(text)) return `${href} is not encrypted: use https.`;
	return null;
}

/** How much is looked at when the language is asked for, a part at a time. */
const PART = 1_500;
const MOST_PARTS = 40;
const LEAST_PARTS = 3;

/** Returns the language of most of a text, and that of the page, which its beginning gives. */
export function readLanguages({ text }: Flat): { most: string | null; page: string | null } {
	const parts = Math.min(MOST_PARTS, Math.ceil(text.length / PART));
	const step = Math.max(PART, Math.floor(text.length / Math.max(1, parts)));
	const counts = new Map<string, number>();
	for (let part = 0; part < parts; part += 1) {
		const language = languageOf(text.slice(part * step, part * step + PART));
		if (language) counts.set(language, (counts.get(language) ?? 0) + 1);
	}
	const page = languageOf(text);
	const [first] = [...counts].sort(([, one], [, other]) => other - one);
	if (!first) return { most: page, page };
	// A few parts may be lists of names, whose language is anybody's guess.
	const isClear = first[1] >= LEAST_PARTS && first[1] > 2 * (counts.get(page ?? "") ?? 0);
	return { most: page === null || isClear ? first[0] : page, page };
}

/** Readers with a screen reader hear the page in its language; another one is gibberish in it. */
export function checkLanguage({ most, page }: ReturnType<typeof readLanguages>): Finding[] {
	if (most === null || page === null || most === page) return [];
	const name = new Intl.DisplayNames("en", { type: "language" });
	const detail = `The page begins in ${name.of(page)}, and most of it is in ${name.of(most)}.`;
	return [{ id: "language", state: "unsure", quote: "", detail }];
}
