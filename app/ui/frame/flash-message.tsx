import { type FormEvent, useState } from "react";
import { Form, useLocation } from "react-router";
import type { Flash } from "#app/http/flash.ts";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/button/button.tsx";
import { CloseIcon } from "#app/ui/button/icons.tsx";

/** The message of the last action, with a button that dismisses it. */
export function FlashMessage({ flash: arrived }: { flash: Flash | null }) {
	const { key, pathname, search } = useLocation();
	// The count is the element's key, so that the same text shown twice restarts its fade.
	const [shown, setShown] = useState({ flash: arrived, key, count: 0, isDismissed: false });
	// A revalidation brings no flash, and must not remove the one on screen.
	if (shown.key !== key || (arrived && shown.flash !== arrived)) {
		setShown({ flash: arrived, key, count: shown.count + 1, isDismissed: false });
	}
	const flash = shown.isDismissed ? null : shown.flash;

	function dismiss(event: FormEvent) {
		event.preventDefault();
		setShown({ ...shown, isDismissed: true });
		document.getElementById("main")?.focus();
	}

	return (
		<div className="flash-region" role={flash?.tone === "error" ? "alert" : "status"}>
			{flash && (
				<div
					className="flash"
					data-tone={flash.tone}
					data-fades={flash.tone === "success" && !flash.undo ? "" : undefined}
					key={shown.count}
				>
					<div className="flash-content">
						<div>
							{flash.title && <strong>{flash.title}</strong>}
							{flash.title && " "}
							{flash.text}
							{flash.link && (
								<>
									{" "}
									<a href={flash.link.to}>{flash.link.label}</a>
								</>
							)}
						</div>
						{flash.undo && (
							<Form method="post" action={flash.undo.to}>
								<input type="hidden" name="id" value={flash.undo.id} />
								<input type="hidden" name="back" value={pathname + search} />
								<Button className="button-s">Undo</Button>
							</Form>
						)}
						<form method="post" action={paths.dismissal} onSubmit={dismiss}>
							<input type="hidden" name="back" value={pathname + search} />
							<Button variant="quiet" className="icon-button" aria-label="Dismiss this message">
								<CloseIcon />
							</Button>
						</form>
					</div>
				</div>
			)}
		</div>
	);
}
