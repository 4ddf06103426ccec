import { type SubmissionResult, useForm } from "@conform-to/react";
import { useEffect, useMemo, useState } from "react";
import { useLocation } from "react-router";
import {
	type Draft,
	draftKey,
	forgetDraft,
	keepDraft,
	readDraft,
} from "#app/http/browser/drafts.ts";
import { isChanged, isTouched } from "#app/http/browser/unsaved.ts";

type KeptFormOptions<Values extends Record<string, unknown>> = Pick<
	Parameters<typeof useForm<Values>>[0],
	"defaultValue"
> & {
	id: string;
	lastResult?: SubmissionResult;
	/** Its hidden fields, which are restored with the rest. */
	hidden?: Record<string, string>;
};

/**
 * Conform's form, whose texts survive a reload and a crash: the browser tab keeps what is typed
 * until the server takes it. Returns the form, its fields, its hidden fields, and what discards the
 * restored texts, or null if there are none.
 */
export function useKeptForm<Values extends Record<string, unknown>>({
	id,
	lastResult,
	defaultValue,
	hidden = {},
}: KeptFormOptions<Values>) {
	const { pathname } = useLocation();
	const key = draftKey(pathname, id);
	const [draft, setDraft] = useState<Draft | null>(null);
	const [hasResult, setHasResult] = useState(lastResult !== undefined);
	// A response to a post is newer than what the tab kept.
	if (lastResult && !hasResult) setHasResult(true);
	const restored = useMemo(() => asResult(draft), [draft]);
	const [form, fields] = useForm<Values>({
		id,
		lastResult: lastResult ?? (hasResult ? undefined : restored),
		defaultValue,
	});

	// After hydration, because the server knows no drafts.
	useEffect(() => {
		setDraft(readDraft(key));
		function noteReset({ target }: Event) {
			if (target instanceof HTMLFormElement && target.id === id) setDraft(null);
		}
		document.addEventListener("reset", noteReset);
		return () => document.removeEventListener("reset", noteReset);
	}, [key, id]);

	const content = JSON.stringify(form.value);
	useEffect(() => {
		const element = document.getElementById(id);
		if (!(element instanceof HTMLFormElement) || !isTouched(element)) return;
		if (content && isChanged(element)) keepDraft(key, content);
		else if (!draft) forgetDraft(key);
	}, [content, draft, key, id]);

	function discard() {
		forgetDraft(key);
		const element = document.getElementById(id);
		if (element instanceof HTMLFormElement) element.reset();
	}

	return {
		form,
		fields,
		hidden: draft ? { ...hidden, ...pick(draft, Object.keys(hidden)) } : hidden,
		discard: draft && !hasResult ? discard : null,
	};
}

/** Returns a draft as the server would return it, to fill the form that is on screen. */
function asResult(draft: Draft | null): SubmissionResult | undefined {
	if (!draft) return undefined;
	const initialValue = draft as NonNullable<SubmissionResult["initialValue"]>;
	return { initialValue, intent: { type: "update", payload: { value: initialValue } } };
}

function pick(draft: Draft, names: string[]): Record<string, string> {
	return Object.fromEntries(
		names.flatMap((name) => (typeof draft[name] === "string" ? [[name, draft[name]]] : [])),
	);
}
