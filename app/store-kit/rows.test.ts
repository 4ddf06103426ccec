import { describe, expect, test } from "vitest";
import type { KitDocument, KitKind, Pick } from "./choices.ts";
import { STORE_FIELDS } from "./fields.ts";
import { type KitFacts, type KitRow, kitRows } from "./rows.ts";

const HUB = "https://legal.example/ada/garden";
const NEW = "/app/1/documents/new";

function picked(kind: KitKind, slug: string, undecided = 0): Pick {
	const document: KitDocument = {
		id: slug,
		title: slug,
		kind,
		language: "en",
		url: `${HUB}/${slug}`,
	};
	return { document, undecided };
}

const NONE: Pick = { document: null, undecided: 0 };
const PRIVACY = picked("privacy", "privacy-policy");
const TERMS = picked("terms", "terms");
const EULA = picked("eula", "eula");
const CHILDREN = picked("child_safety", "children");
const DELETION = { url: `${HUB}/deletion`, isOpen: true, offersPart: true, hasSteps: true };

/** An app with all that any store asks for, but for what the test takes away. */
function factsWith(
	changes: Partial<Omit<KitFacts, "documents">> & {
		documents?: Partial<KitFacts["documents"]>;
	} = {},
): KitFacts {
	return {
		appId: "1",
		hasOthers: false,
		hubUrl: HUB,
		contactEmail: "ada@example.com",
		takesMessages: false,
		deletion: DELETION,
		earlier: {},
		...changes,
		documents: {
			privacy: PRIVACY,
			terms: TERMS,
			eula: EULA,
			child_safety: CHILDREN,
			...changes.documents,
		},
	};
}

const lines = (privacy: string, terms: string) =>
	`Privacy Policy: ${privacy}\nTerms of Use: ${terms}`;
const STANDARD = "https://www.apple.com/legal/internet-services/itunes/dev/stdeula/";

const url = (slug: string) => ({ state: "ready", value: `${HUB}/${slug}` }) as const;
const text = (slug: string) => ({ state: "ready", textUrl: `${HUB}/${slug}.txt` }) as const;
const missing = (to: string) => ({ state: "missing", mend: { to } }) as const;
const look = (value: string | undefined, to?: string) =>
	({ state: "look", ...(value && { value }), ...(to && { mend: { to } }) }) as const;

const NO_PRIVACY = factsWith({ documents: { privacy: NONE } });
const TWO_PRIVACY = factsWith({ documents: { privacy: picked("privacy", "privacy-policy", 2) } });
const NO_TERMS = factsWith({ documents: { terms: NONE } });
const NEITHER = factsWith({ documents: { terms: NONE, eula: NONE } });
const TWO_TERMS = factsWith({ documents: { terms: picked("terms", "terms", 2) } });
const NO_CONTACT = factsWith({ contactEmail: null });
const NO_DELETION = factsWith({ deletion: null });
const CLOSED = factsWith({ deletion: { ...DELETION, isOpen: false } });
const WHOLE = factsWith({ deletion: { ...DELETION, offersPart: false } });
const NO_STEPS = factsWith({ deletion: { ...DELETION, hasSteps: false } });
const MOVED = factsWith({
	earlier: {
		[`${HUB}/privacy-policy`]: ["https://legal.example/ada/yard/policy"],
		[`${HUB}/deletion`]: ["https://legal.example/ada/yard/deletion"],
	},
});

const SAMPLE = `${NEW}?sample=`;
const contactFor = (row: string) =>
	`/app/1/contact?redirectTo=${encodeURIComponent(`/app/1/kit#${row}`)}`;
const DELETION_PAGE = "/app/1/deletions/page";
const CHOICE = "#documents";

type Expected = Omit<Partial<KitRow>, "mend"> & { mend?: { to: string } };

type States = [name: string, facts: KitFacts, row: Expected][];

const OF_PRIVACY: States = [
	["a privacy policy", factsWith(), url("privacy-policy")],
	["none", NO_PRIVACY, missing(`${SAMPLE}privacy-policy`)],
	["two", TWO_PRIVACY, look(`${HUB}/privacy-policy`, CHOICE)],
];
const OF_DELETION: States = [
	["an open page", factsWith(), url("deletion")],
	["none", NO_DELETION, missing(DELETION_PAGE)],
	["a closed page", CLOSED, look(`${HUB}/deletion`, DELETION_PAGE)],
];

/** Each row in each of its states. */
const ROWS: Record<string, States> = {
	"apple-description": [
		[
			"both texts are there",
			factsWith(),
			{ state: "ready", value: lines(`${HUB}/privacy-policy`, `${HUB}/terms`) },
		],
		[
			"a licence stands for the terms",
			NO_TERMS,
			{ state: "ready", value: lines(`${HUB}/privacy-policy`, `${HUB}/eula`) },
		],
		[
			"Apple's agreement stands for the terms",
			NEITHER,
			look(lines(`${HUB}/privacy-policy`, STANDARD), `${SAMPLE}terms-of-service`),
		],
		["no privacy policy", NO_PRIVACY, missing(`${SAMPLE}privacy-policy`)],
		[
			"two privacy policies",
			TWO_PRIVACY,
			look(lines(`${HUB}/privacy-policy`, `${HUB}/terms`), CHOICE),
		],
		["two terms", TWO_TERMS, look(lines(`${HUB}/privacy-policy`, `${HUB}/terms`), CHOICE)],
	],
	"apple-support": [
		["a contact address", factsWith(), { state: "ready", value: HUB }],
		[
			"a form that takes messages",
			factsWith({ contactEmail: null, takesMessages: true }),
			{ state: "ready", value: HUB },
		],
		["no way to write", NO_CONTACT, look(HUB, contactFor("apple-support"))],
	],
	"apple-license": [
		["a licence", factsWith(), text("eula")],
		["none", factsWith({ documents: { eula: NONE } }), missing(`${SAMPLE}eula`)],
		["two", factsWith({ documents: { eula: picked("eula", "eula", 2) } }), look(undefined, CHOICE)],
	],
	"apple-privacy": OF_PRIVACY,
	"apple-choices": OF_DELETION,
	"apple-tv": [
		["a privacy policy", factsWith(), text("privacy-policy")],
		["none", NO_PRIVACY, missing(`${SAMPLE}privacy-policy`)],
		["two", TWO_PRIVACY, { ...look(undefined, CHOICE), textUrl: `${HUB}/privacy-policy.txt` }],
	],
	"play-privacy": OF_PRIVACY,
	"play-delete-account": OF_DELETION,
	"play-delete-data": [
		["an open page that offers a part", factsWith(), url("deletion")],
		["one that offers the whole account", WHOLE, look(`${HUB}/deletion`, DELETION_PAGE)],
		["none", NO_DELETION, missing(DELETION_PAGE)],
		["a closed page", CLOSED, look(`${HUB}/deletion`, DELETION_PAGE)],
	],
	"play-child-safety": [
		["standards", factsWith(), url("children")],
		["none", factsWith({ documents: { child_safety: NONE } }), missing(`${NEW}?kind=child_safety`)],
		[
			"two",
			factsWith({ documents: { child_safety: picked("child_safety", "children", 2) } }),
			look(`${HUB}/children`, CHOICE),
		],
	],
	"play-email": [
		["a contact address", factsWith(), { state: "ready", value: "ada@example.com" }],
		["none", NO_CONTACT, missing(contactFor("play-email"))],
	],
	"play-website": [["the app's page", NO_CONTACT, { state: "ready", value: HUB }]],
	"meta-privacy": [
		...OF_PRIVACY,
		["one that had another address", MOVED, look(`${HUB}/privacy-policy`)],
	],
	"meta-deletion": [
		...OF_DELETION,
		["one that had another address", MOVED, look(`${HUB}/deletion`)],
	],
	"google-privacy": [
		["a privacy policy on our domain", factsWith(), look(`${HUB}/privacy-policy`)],
		["none", NO_PRIVACY, missing(`${SAMPLE}privacy-policy`)],
		["two", TWO_PRIVACY, look(`${HUB}/privacy-policy`, CHOICE)],
	],
	"app-privacy": OF_PRIVACY,
	"app-terms": [
		["terms", factsWith(), url("terms")],
		["a licence stands for the terms", NO_TERMS, url("eula")],
		["neither", NEITHER, missing(`${SAMPLE}terms-of-service`)],
		["two", TWO_TERMS, look(`${HUB}/terms`, CHOICE)],
	],
	"app-deletion": [
		["an open page that says how it is done in the app", factsWith(), url("deletion")],
		["one that doesn't", NO_STEPS, look(`${HUB}/deletion`, DELETION_PAGE)],
		["none", NO_DELETION, missing(DELETION_PAGE)],
		["a closed page", CLOSED, look(`${HUB}/deletion`, DELETION_PAGE)],
	],
};

test("each field has its states in the table", () => {
	expect(Object.keys(ROWS)).toEqual(STORE_FIELDS.map(({ id }) => id));
});

for (const [id, states] of Object.entries(ROWS)) {
	describe(id, () => {
		test.each(states)("%s", (_, facts, expected) => {
			const row = rowOf(facts, id);
			expect(row).toMatchObject(expected);
			expect([row.value, row.textUrl]).toEqual([expected.value, row.textUrl && expect.anything()]);
			// A sentence says why a row isn't ready, and a ready row has none.
			expect(row.problem === undefined).toBe(row.state === "ready");
			if (row.state === "ready") expect(row.mend).toBeUndefined();
			if (row.state === "missing") expect(row.mend?.label).toBeTruthy();
		});
	});
}

describe("an earlier address", () => {
	test("is told where it stands in a store, which follows the redirect", () => {
		const earlier =
			"This page was at https://legal.example/ada/yard/policy before. That address leads here by a redirect, which Apple and Google follow.";
		expect(rowOf(MOVED, "apple-privacy")).toMatchObject({ state: "ready", earlier });
		expect(rowOf(MOVED, "app-privacy").earlier).toBeUndefined();
	});

	test("is told to be one that Meta takes for an error", () => {
		expect(rowOf(MOVED, "meta-privacy").problem).toMatch(
			/at \S+ before\..* Meta counts that as an error: give Meta the address above\.$/,
		);
	});

	test("stands for the others", () => {
		const moved = factsWith({ earlier: { [HUB]: ["https://a.example", "b", "c"] } });
		expect(rowOf(moved, "apple-support").earlier).toContain(
			"was at https://a.example and at 2 other places before. Those addresses lead here by a redirect",
		);
	});
});

test("a text of another kind might be the one that is missing, and its editor says so", () => {
	const facts = factsWith({ hasOthers: true, documents: { privacy: NONE } });
	expect(rowOf(facts, "apple-privacy").problem).toBe(
		"Both stores require one, also of apps that collect nothing. If another document of yours is it, its editor lets you say so.",
	);
});

function rowOf(facts: KitFacts, id: string): KitRow {
	const row = kitRows(facts).find((row) => row.id === id);
	if (!row) throw new Error(`There is no row ${id}`);
	return row;
}
