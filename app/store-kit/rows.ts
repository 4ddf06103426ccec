import type { SampleName } from "#app/documents/sample-names.ts";
import { toQuery } from "#app/http/query.ts";
import { withRedirect } from "#app/http/redirect-to.ts";
import { shapeAddress } from "#app/http/shapes/shapes.ts";
import { paths } from "#app/paths.ts";
import { plural } from "#app/platform/count.ts";
import type { KitKind, Pick as Picked } from "./choices.ts";
import { STORE_FIELDS } from "./fields.ts";
import type { StoreField } from "./store-field.ts";

/** What the rows are made of. Addresses are absolute. */
export type KitFacts = {
	appId: string;
	documents: Record<KitKind, Picked>;
	/** Whether a text of another kind might be one that is missing. */
	hasOthers: boolean;
	hubUrl: string;
	contactEmail: string | null;
	/** Whether a form of the app takes messages. */
	takesMessages: boolean;
	deletion: DeletionFacts | null;
	/** The earlier addresses of each page that has some, the newest first. */
	earlier: Record<string, string[]>;
};

/** The page on which people ask for deletion. */
export type DeletionFacts = {
	url: string;
	isOpen: boolean;
	offersPart: boolean;
	hasSteps: boolean;
};

export type KitRow = Omit<StoreField, "content" | "ifMissing"> & {
	state: "ready" | "missing" | "look";
	/** What belongs into the field. */
	value?: string;
	/** The page whose text belongs into the field, as plain text. */
	textUrl?: string;
	/** The documents that the value leads to. */
	documentIds?: string[];
	/** Why it isn't ready, and the one place that mends it. */
	problem?: string;
	mend?: { label: string; to: string };
	/** Where the page was before. */
	earlier?: string;
};

type Filled = Omit<KitRow, keyof StoreField>;

/** Apple's agreement, which applies where a developer has none. */
export const STANDARD_EULA = "https://www.apple.com/legal/internet-services/itunes/dev/stdeula/";

const SAMPLES: Partial<Record<KitKind, SampleName>> = {
	privacy: "privacy-policy",
	terms: "terms-of-service",
	eula: "eula",
};

const WRITE: Record<KitKind, string> = {
	privacy: "Write it",
	terms: "Write the terms",
	eula: "Write one",
	child_safety: "Write them",
};

/** Returns every row of an app's store kit, in the order of the list. */
export function kitRows(facts: KitFacts): KitRow[] {
	return STORE_FIELDS.map((field) => {
		const { content: _, ifMissing: __, ...shown } = field;
		return { ...shown, ...fill(field, facts) };
	});
}

function fill(field: StoreField, facts: KitFacts): Filled {
	const { content } = field;
	switch (content) {
		case "privacy":
		case "child_safety":
			return withEarlier(field, facts, fillDocument(field, facts, content));
		case "terms":
			return withEarlier(field, facts, fillDocument(field, facts, termsKind(facts)));
		case "privacy-text":
			return asText(fillDocument(field, facts, "privacy"));
		case "eula-text":
			return asText(fillDocument(field, facts, "eula"));
		case "links":
			return fillLinks(field, facts);
		case "hub":
			return withEarlier(field, facts, { state: "ready", value: facts.hubUrl });
		case "support":
			return withEarlier(field, facts, fillSupport(facts));
		case "contact":
			return fillContact(field, facts);
		case "deletion":
		case "part-deletion":
			return withEarlier(field, facts, fillDeletion(field, facts));
	}
}

function fillDocument(field: StoreField, facts: KitFacts, kind: KitKind): Filled {
	const { document, undecided } = facts.documents[kind];
	if (!document) return missing(field, facts, kind);
	const filled = { value: document.url, documentIds: [document.id] };
	if (undecided > 0) {
		return {
			...filled,
			state: "look",
			problem: `${plural(undecided, "document")} could stand here. This is the first that you published.`,
			mend: { label: "Choose one", to: "#documents" },
		};
	}
	if (field.id === "google-privacy") {
		return {
			...filled,
			state: "look",
			problem:
				"To verify your brand, Google wants the policy on a domain that you own. This address is on ours.",
		};
	}
	return { ...filled, state: "ready" };
}

function missing(field: StoreField, facts: KitFacts, kind: KitKind): Filled {
	const { appId, hasOthers } = facts;
	const editor = paths.document.new({ appId });
	const sample = SAMPLES[kind];
	const chosen = sample ? toQuery({ sample }) : toQuery({ kind });
	const problem = hasOthers
		? `${field.ifMissing} If another document of yours is it, its editor lets you say so.`
		: field.ifMissing;
	return {
		state: "missing",
		problem,
		mend: { label: WRITE[kind], to: editor + chosen },
	};
}

/** Returns the kind that stands for the terms: a licence agreement where there are none. */
export function termsKind({ documents }: KitFacts): KitKind {
	return documents.terms.document || !documents.eula.document ? "terms" : "eula";
}

/** Returns the kinds with more than one value in the App Store: each language may have its own. */
export function kindsPerLocale(facts: KitFacts): KitKind[] {
	return ["privacy", termsKind(facts)];
}

/** Gives a field that takes the text itself the address of the text in place of the page's. */
function asText({ value, ...filled }: Filled): Filled {
	return value === undefined ? filled : { ...filled, textUrl: shapeAddress(value, "txt") };
}

/** The two lines that Apple asks for in the description of an app with subscriptions. */
function fillLinks(field: StoreField, facts: KitFacts): Filled {
	const privacy = fillDocument(field, facts, "privacy");
	if (privacy.state === "missing") return privacy;
	const terms = fillDocument(field, facts, termsKind(facts));
	const value = linesFor(privacy.value, terms.value);
	if (terms.state === "missing") {
		return {
			...privacy,
			value,
			state: "look",
			problem:
				"You have no terms of your own, so the second line leads to Apple's standard agreement.",
			mend: terms.mend,
		};
	}
	const documentIds = [...(privacy.documentIds ?? []), ...(terms.documentIds ?? [])];
	const worst = privacy.state === "look" ? privacy : terms;
	return { ...worst, value, documentIds };
}

/** Returns the lines for the description. Without terms, Apple's agreement stands there. */
function linesFor(privacyUrl = "", termsUrl = STANDARD_EULA): string {
	return `Privacy Policy: ${privacyUrl}\nTerms of Use: ${termsUrl}`;
}

function fillSupport({ appId, hubUrl, contactEmail, takesMessages }: KitFacts): Filled {
	if (contactEmail || takesMessages) return { state: "ready", value: hubUrl };
	return {
		state: "look",
		value: hubUrl,
		problem:
			"The page shows no form that takes messages and no contact address. Apple rejects such pages.",
		mend: { label: "Add a contact address", to: contactFor("apple-support", appId) },
	};
}

function fillContact(field: StoreField, { appId, contactEmail }: KitFacts): Filled {
	if (contactEmail) return { state: "ready", value: contactEmail };
	return {
		state: "missing",
		problem: field.ifMissing,
		mend: { label: "Add a contact address", to: contactFor(field.id, appId) },
	};
}

/** The page for the contact address, which leads back to the row. */
function contactFor(rowId: string, appId: string): string {
	return withRedirect(paths.app.contact({ appId }), `${paths.kit.page({ appId })}#${rowId}`);
}

function fillDeletion(field: StoreField, { appId, deletion }: KitFacts): Filled {
	const to = paths.deletions.page({ appId });
	if (!deletion) {
		return {
			state: "missing",
			problem: field.ifMissing,
			mend: { label: "Open the deletion page", to },
		};
	}
	const { url, isOpen, offersPart, hasSteps } = deletion;
	const look = (problem: string, label: string): Filled => ({
		state: "look",
		value: url,
		problem,
		mend: { label, to },
	});
	if (!isOpen) return look("The page is closed and takes no requests.", "Open it again");
	if (field.content === "part-deletion" && !offersPart) {
		return look("The page offers to delete the whole account only.", "Offer a part, too");
	}
	if (field.id === "app-deletion" && !hasSteps) {
		return look(
			"Deletion has to begin in the app, and the page does not say where that is.",
			"Say how it is done in the app",
		);
	}
	return { state: "ready", value: url };
}

/** Says where the page was before: the stores follow its redirect, and Meta takes it for a fault. */
function withEarlier({ store, id }: StoreField, facts: KitFacts, filled: Filled): Filled {
	const [newest, ...others] = facts.earlier[filled.value ?? ""] ?? [];
	if (newest === undefined || store === "in-your-app") return filled;
	const before =
		others.length > 0
			? `This page was at ${newest} and at ${plural(others.length, "other place")} before. Those addresses lead here by a redirect`
			: `This page was at ${newest} before. That address leads here by a redirect`;
	if (!id.startsWith("meta-"))
		return { ...filled, earlier: `${before}, which Apple and Google follow.` };
	if (filled.state !== "ready") return filled;
	return {
		...filled,
		state: "look",
		problem: `${before}. Meta counts that as an error: give Meta the address above.`,
	};
}
