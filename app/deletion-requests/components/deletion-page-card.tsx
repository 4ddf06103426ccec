import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button/button.tsx";
import { Card } from "#app/ui/list/card.tsx";
import type { PageState } from "./page-state.tsx";

const TEXTS: Record<PageState, { text: string; label: string }> = {
	new: {
		text: "Google Play asks for a page on which people can ask you to delete their account and data, if they can make an account in the app. It works on every plan.",
		label: "Set up the page",
	},
	open: {
		text: "People can ask you to delete their account and data on a page of its own.",
		label: "Edit the page",
	},
	closed: { text: "The page for deletion requests is closed.", label: "Edit the page" },
};

/** The card in an app's settings that leads to its deletion page. */
export function DeletionPageCard({ appId, state }: { appId: string; state: PageState }) {
	const { text, label } = TEXTS[state];
	return (
		<Card title="Deletion page" id="deletion-page">
			<p>{text}</p>
			<div>
				<ButtonLink to={paths.deletions.page({ appId })}>{label}</ButtonLink>
			</div>
		</Card>
	);
}
