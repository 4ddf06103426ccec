import { Form } from "react-router";
import { paths } from "#app/paths.ts";
import { Button, ButtonAnchor, ButtonLink } from "#app/ui/button/button.tsx";
import { CopyButton } from "#app/ui/button/copy-button.tsx";

/** Whether a deletion page is open, and its address. */
export type PageState = "new" | "open" | "closed";

type PageStateLineProps = { appId: string; state: PageState; url: string | null };

/** Whether the page takes requests, with its address and the button that changes that. */
export function PageStateLine({ appId, state, url }: PageStateLineProps) {
	if (state === "closed") {
		return (
			<Form method="post" className="banner">
				<p>The page is closed. Its address says so, and takes no requests.</p>
				<Button name="intent" value="reopen" className="button-s">
					Open it again
				</Button>
			</Form>
		);
	}
	if (state === "new" || !url) return null;
	return (
		<>
			<p className="address">{url}</p>
			<div className="cluster">
				<ButtonAnchor href={url}>See the page</ButtonAnchor>
				<CopyButton text={url} />
				<ButtonLink to={paths.deletions.closing({ appId })}>Close it…</ButtonLink>
			</div>
		</>
	);
}
