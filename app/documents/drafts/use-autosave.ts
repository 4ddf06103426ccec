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
		// A save whose answer was lost may have been stored: it is sent again as it was, which is safe.
		let unanswered: FormData | null = null;
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
			isTyped = unanswered !== null;
			const body: FormData = unanswered ?? new FormData(form as HTMLFormElement);
			const answer = await post(path as string, body);
			isUnderWay = false;
			if (isOver) return;
			unanswered = answer ? null : body;
			if (answer === null) {
				setSaved((before) => ({ ...before, error: OFFLINE }));
				return saveIn(RETRY_MS);
			}
			isOver = answer.isRefused;
			setSaved((before) => ({ ...before, error: undefined, ...answer, reply: latest.current }));
			if (isTyped) return saveIn(DELAY_MS);
			if (!answer.id) return;
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
async function post(path: string, body: FormData) {
	try {
		const response = await fetch(path, { method: "POST", body });
		return readAutosaved(response.status, await response.text());
	} catch {
		return null;
	}
}
