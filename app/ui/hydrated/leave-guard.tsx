import { useEffect, useRef } from "react";
import { useBeforeUnload, useBlocker, useNavigation } from "react-router";
import { forgetDrafts } from "#app/http/browser/drafts.ts";
import { readSending } from "#app/http/browser/sending.ts";
import { isUnsaved, noteBefore, noteSaved } from "#app/http/browser/unsaved.ts";
import { Button } from "#app/ui/button/button.tsx";
import { TroubleNotice } from "./trouble-notice.tsx";

/**
 * Asks before a page with unsaved text is left. While the browser is offline, it leaves no page:
 * the next one's script could not be loaded.
 */
export function LeaveGuard() {
	const isBusy = useNavigation().state !== "idle";
	const isOffline = useRef(false);
	const blocker = useBlocker(({ currentLocation, nextLocation }) => {
		if (currentLocation.pathname === nextLocation.pathname) return false;
		// A form leads on by itself, and brings the texts of the page along where it must.
		if (readSending().isSubmitting) return false;
		isOffline.current = !navigator.onLine;
		return isOffline.current || isUnsaved();
	});
	useBeforeUnload((event) => {
		if (isUnsaved()) event.preventDefault();
	});

	useEffect(() => {
		document.addEventListener("focusin", noteBefore);
		document.addEventListener("beforeinput", noteBefore);
		document.addEventListener("reset", noteReset);
		return () => {
			document.removeEventListener("focusin", noteBefore);
			document.removeEventListener("beforeinput", noteBefore);
			document.removeEventListener("reset", noteReset);
		};
	}, []);

	if (blocker.state !== "blocked" || isBusy) return null;
	const { reset, proceed, location } = blocker;
	if (isOffline.current) {
		return <TroubleNotice trouble="offline" to={location} onTry={reset} />;
	}
	return <LeaveDialog onStay={reset} onLeave={proceed} />;
}

function noteReset({ target }: Event) {
	noteSaved(target);
}

function LeaveDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
	const dialog = useRef<HTMLDialogElement>(null);
	useEffect(() => dialog.current?.showModal?.(), []);

	function leave() {
		forgetDrafts(window.location.pathname);
		onLeave();
	}

	return (
		<dialog
			className="dialog dialog-s"
			ref={dialog}
			aria-labelledby="leave-heading"
			onClose={onStay}
		>
			<div className="stack">
				<h2 id="leave-heading">Leave without saving?</h2>
				<p>What you typed on this page is not saved yet.</p>
				<div className="cluster">
					<Button type="button" variant="primary" onClick={onStay}>
						Stay on this page
					</Button>
					<Button type="button" variant="danger" onClick={leave}>
						Leave
					</Button>
				</div>
			</div>
		</dialog>
	);
}
