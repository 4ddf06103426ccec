/** What was typed into a form, by the names of its fields. */
export type Draft = Record<string, unknown>;

const prefixOf = (pathname: string) => `draft ${pathname} `;

/** Returns the name under which this browser tab keeps a form's draft. */
export function draftKey(pathname: string, formId: string): string {
	return prefixOf(pathname) + formId;
}

/** Returns a draft, or null. */
export function readDraft(key: string): Draft | null {
	return quietly(() => JSON.parse(sessionStorage.getItem(key) ?? "null")) ?? null;
}

/** Keeps a draft, as JSON, until its form is taken or the tab is closed. */
export function keepDraft(key: string, json: string): void {
	quietly(() => sessionStorage.setItem(key, json));
}

/** Forgets a draft. */
export function forgetDraft(key: string): void {
	quietly(() => sessionStorage.removeItem(key));
}

/** Forgets the drafts of all forms at an address. */
export function forgetDrafts(pathname: string): void {
	quietly(() => {
		for (const key of Object.keys(sessionStorage)) {
			if (key.startsWith(prefixOf(pathname))) sessionStorage.removeItem(key);
		}
	});
}

// The storage may be full, or forbidden by the browser's settings.
function quietly<T>(work: () => T): T | undefined {
	try {
		return work();
	} catch {
		return undefined;
	}
}
