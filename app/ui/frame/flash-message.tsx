import { useState } from "react";
import { useLocation } from "react-router";
import type { Flash } from "#app/http/flash.ts";

export function FlashMessage({ flash: arrived }: { flash: Flash | null }) {
	const { key } = useLocation();
	// The count is the element's key, so that the same text shown twice restarts its fade.
	const [shown, setShown] = useState({ flash: arrived, key, count: 0 });
	// A revalidation brings no flash, and must not remove the one on screen.
	if (shown.key !== key || (arrived && shown.flash !== arrived)) {
		setShown({ flash: arrived, key, count: shown.count + 1 });
	}
	const { flash } = shown;

	return (
		<div className="flash-region" role={flash?.tone === "error" ? "alert" : "status"}>
			{flash && (
				<div className="flash" data-tone={flash.tone} key={shown.count}>
					<div>
						{flash.title && <strong>{flash.title}</strong>}
						{flash.title && " "}
						{flash.text}
					</div>
				</div>
			)}
		</div>
	);
}
