import { useEffect, useState } from "react";

/** Returns how many rows of the form are ticked; null without JavaScript. */
export function useTicked(formId: string): number | null {
	const [count, setCount] = useState<number | null>(null);
	// After each render, because an act may take rows away.
	useEffect(() => {
		const form = document.getElementById(formId);
		const recount = () =>
			setCount(form?.querySelectorAll("input[name='id']:checked").length ?? null);
		// The event comes before the boxes change.
		const recountSoon = () => setTimeout(recount);
		recount();
		form?.addEventListener("change", recount);
		form?.addEventListener("reset", recountSoon);
		return () => {
			form?.removeEventListener("change", recount);
			form?.removeEventListener("reset", recountSoon);
		};
	});
	return count;
}
