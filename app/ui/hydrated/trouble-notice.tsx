import { type To, useNavigate } from "react-router";
import { readSending, type Trouble } from "#app/http/browser/sending.ts";
import { Button } from "#app/ui/button/button.tsx";

const TEXTS = {
	offline:
		"You seem to be offline: no answer came. Your text is still here, and sending it again is safe.",
	fault: "Something went wrong, and the fault is ours. Your text is still here.",
	notLoaded: "You seem to be offline, so the page could not be loaded. This one is still here.",
};

type TroubleNoticeProps = {
	trouble: Trouble;
	/** Where a link was to lead; absent for a form. */
	to?: To;
	onTry?: () => void;
};

/** Says why the page stayed, at the lower edge of the window, and offers to try again. */
export function TroubleNotice({ trouble, to, onTry }: TroubleNoticeProps) {
	const navigate = useNavigate();

	function tryAgain() {
		onTry?.();
		const { form, button } = readSending();
		if (to) navigate(to);
		else if (form?.isConnected) form.requestSubmit(button as HTMLButtonElement | null);
	}

	return (
		<div className="trouble banner" data-tone="danger" role="alert">
			<p>{TEXTS[to ? "notLoaded" : trouble]}</p>
			<Button type="button" onClick={tryAgain}>
				Try again
			</Button>
		</div>
	);
}
