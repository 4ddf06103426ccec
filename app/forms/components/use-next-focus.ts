import type { SubmissionResult } from "@conform-to/react";
import { useEffect } from "react";

type ListedField = { id: string; key?: string };

/** The id of the button that adds a field. */
export const ADD_FIELD = "add-field";

/** The ids of a field's buttons, and of all that belongs to it. */
export const idOf = {
	up: (field: ListedField) => `${field.id}-up`,
	down: (field: ListedField) => `${field.id}-down`,
	whole: (field: ListedField) => `${field.id}-whole`,
};

/**
 * Returns the id of the control where a builder's user goes on, and focuses it: the label of a new
 * field, a field that Undo brought back, the field after a deleted one, and the button of a moved
 * one. Null after others.
 */
export function useNextFocus(result: SubmissionResult | undefined, list: ListedField[]) {
	const next = nextFocus(result, list);
	const order = list.map(({ key }) => key).join();
	// biome-ignore lint/correctness/useExhaustiveDependencies: the list can change after its result
	useEffect(() => {
		if (result && next) document.getElementById(next)?.focus();
	}, [result, next, order]);
	return next;
}

function nextFocus(result: SubmissionResult | undefined, list: ListedField[]): string | null {
	const intent = result?.intent;
	const last = list.length - 1;
	if (intent?.type === "insert") {
		const back = list[intent.payload.index ?? -1];
		if (back) return idOf.whole(back);
		return list[last] ? `${list[last].id}.label` : null;
	}
	if (intent?.type === "remove") {
		const field = list[Math.min(intent.payload.index, last)];
		return field ? idOf.whole(field) : ADD_FIELD;
	}
	if (intent?.type !== "reorder") return null;
	const { from, to } = intent.payload;
	const moved = list[to];
	if (!moved) return null;
	// The button that would move it on can't be pressed at either end.
	if (to === (to < from ? 0 : last)) return idOf.whole(moved);
	return to < from ? idOf.up(moved) : idOf.down(moved);
}
