import { useState } from "react";
import type { Flash } from "~/schemas/flash";

export function FlashMessage({ flash }: { flash: Flash | null }) {
	// Counted, so that the same words said twice start their fade again.
	const [shown, setShown] = useState({ flash, count: 0 });
	if (shown.flash !== flash) setShown({ flash, count: shown.count + 1 });

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
