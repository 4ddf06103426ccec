/** What stood in a form before anybody changed it. */
const before = new WeakMap<HTMLFormElement, string>();

/** Notes what stands in the form of a control that is about to be changed. */
export function noteBefore({ target }: Event): void {
	const form = target instanceof Element ? target.closest("form") : null;
	if (form && !before.has(form)) before.set(form, contentOf(form));
}

/** Notes that the server took a form, or that it shows again what is stored. */
export function noteSaved(form: EventTarget | null): void {
	if (form instanceof HTMLFormElement) before.delete(form);
}

/** Returns whether anybody has been in a form since it was saved. */
export function isTouched(form: HTMLFormElement): boolean {
	return before.has(form);
}

/** Returns whether a form differs from what it was before anybody changed it. */
export function isChanged(form: HTMLFormElement): boolean {
	const content = before.get(form);
	return content !== undefined && content !== contentOf(form);
}

/** Returns whether the page has unsaved text: in a form that asks before it is left. */
export function isUnsaved(): boolean {
	const forms = [...document.querySelectorAll<HTMLFormElement>("form[data-asks]")];
	return forms.some((form) => form.dataset.asks === "restored" || isChanged(form));
}

function contentOf(form: HTMLFormElement): string {
	const controls = form.querySelectorAll<HTMLInputElement>("input, select, textarea");
	const kept = [...controls].filter(({ type }) => type !== "hidden" && type !== "password");
	return JSON.stringify(
		kept.map(({ type, checked, value }) =>
			type === "checkbox" || type === "radio" ? checked : value,
		),
	);
}
