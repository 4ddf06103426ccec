import { useEffect, useRef, useState } from "react";
import { draftKey, forgetDraft } from "#app/http/browser/drafts.ts";
import { readSending } from "#app/http/browser/sending.ts";
import { noteSaved } from "#app/http/browser/unsaved.ts";
import { type Autosaved, readAutosaved } from "./autosaved.ts";

/** The pause in typing after which the draft is saved. */
const DELAY_MS = 3_000;
/** The pause after a failure that may pass, such as a lost connection. */
const RETRY_MS = 10_000;

const OFFLINE = "The connection is lost. The draft is saved once it is back.";

/**
 * Saves what stands in a form as a draft while it is typed: one request at a time, until one is
 * refused for good. Saves nothing where `path` is null. A new `reply` of the server counts more than
 * what was saved before it.
 */
export function useAutosave(formId: string, path: string | null, reply: unknown): Autosaved {
	const [saved, setSaved] = useState<Autosaved & { reply?: unknown }>({});
	const latest = useRef(reply);
	latest.current = reply;

	useEffect(() => {
		const form = document.getElementById(formId);
		if (path === null || !(form instanceof HTMLFormElement)) return;
		let timer: ReturnType<typeof setTimeout> | undefined;
		let isUnderWay = false;
		let isTyped = false;
		let isOver = false;

		function saveIn(ms: number) {
			clearTimeout(timer);
			if (!isOver) timer = setTimeout(save, ms);
		}
		function noteTyping() {
			isTyped = true;
			saveIn(DELAY_MS);
		}
		async function save() {
			// What is being published must not be begun anew as a draft.
			if (isUnderWay || readSending().isUnderWay) return saveIn(DELAY_MS);
			isUnderWay = true;
			isTyped = false;
			const answer = await post(path as string, form as HTMLFormElement);
			isUnderWay = false;
			if (isOver) return;
			if (answer === null) {
				setSaved((before) => ({ ...before, error: OFFLINE }));
				return saveIn(RETRY_MS);
			}
			isOver = answer.isRefused;
			setSaved((before) => ({ ...before, error: undefined, ...answer, reply: latest.current }));
			if (!answer.id || isTyped) return;
			forgetDraft(draftKey(location.pathname, formId));
			noteSaved(form);
		}

		form.addEventListener("input", noteTyping);
		return () => {
			isOver = true;
			clearTimeout(timer);
			form.removeEventListener("input", noteTyping);
		};
	}, [formId, path]);

	return saved.reply === reply ? saved : { error: saved.error };
}

/** Returns the hidden fields that name a draft which a script has saved. */
export function draftFields({ id, revision }: Autosaved): Record<string, string> {
	return id === undefined ? {} : { draft: id, draft_revision: String(revision) };
}

/** Returns null where the request may succeed later. */
async function post(path: string, form: HTMLFormElement) {
	try {
		const response = await fetch(path, { method: "POST", body: new FormData(form) });
		return readAutosaved(response.status, await response.text());
	} catch {
		return null;
	}
}
