/**
 * Runs in the browser: gives it a function `trigger`, which touches every element of the page in
 * every way that a handler may hear. A payload that leaves its article, and could hide the ones
 * behind it, is no success either.
 */
export function installTrigger(articles: number): void {
	const events = [
		...["mouseover", "mouseenter", "mousemove", "mouseout", "mousedown", "mouseup", "auxclick"],
		...["pointerover", "pointerenter", "pointerdown", "pointerrawupdate", "focus", "focusin"],
		...["blur", "toggle", "beforetoggle", "beforematch", "error", "load", "animationstart"],
		...["animationend", "transitionend", "scroll", "wheel", "keydown", "input", "change"],
	];

	function turn(): Promise<void> {
		return new Promise((resolve) => {
			const { port1, port2 } = new MessageChannel();
			port1.onmessage = () => resolve();
			port2.postMessage(null);
		});
	}

	/** A request that starts now ends after those that the handlers may be waiting for. */
	function roundTrip(): Promise<void> {
		return new Promise((resolve) => {
			const image = new Image();
			image.onerror = () => resolve();
			image.src = "/nothing";
		});
	}

	// A click that loads another page would end the other attempts of the same payload.
	function stay(event: Event): void {
		const link = (event.target as Element).closest<HTMLAnchorElement>("a[href], area[href]");
		if (link && /^(?:https?|mailto|ircs?|xmpp):$/.test(link.protocol)) event.preventDefault();
	}

	function stayOnForm(event: Event): void {
		const form = event.target as HTMLFormElement;
		const sinks = form.outerHTML + ((event as SubmitEvent).submitter?.outerHTML ?? "");
		if (!/action=/i.test(sinks)) event.preventDefault();
	}

	async function trigger(): Promise<string | null> {
		addEventListener("click", stay, true);
		addEventListener("submit", stayOnForm, true);
		for (const element of document.querySelectorAll<HTMLElement>("body, body *")) {
			element.focus?.();
			for (const type of events) {
				element.dispatchEvent(new Event(type, { bubbles: true, cancelable: true }));
			}
			element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
			await turn();
		}
		await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
		await roundTrip();
		return document.querySelectorAll("body > article").length === articles ? null : "broken";
	}

	Object.assign(window, { trigger });
}
