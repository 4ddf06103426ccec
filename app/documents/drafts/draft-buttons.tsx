import { Button } from "#app/ui/button/button.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { dayOf } from "../applies-from.ts";

type DraftButtonsProps = {
	/** The day that stands in the editor. */
	day: string;
	/** Whether there is a public text, which is announced at an address below it. */
	isPublished: boolean;
	/** Whether its draft is announced, and can't be replaced by another. */
	isAnnounced?: boolean;
	draftLabel?: string;
};

/** The buttons of an editor that keep a text back. Without JavaScript, the server reads the day. */
export function DraftButtons({
	day,
	isPublished,
	isAnnounced = false,
	draftLabel = "Save as draft",
}: DraftButtonsProps) {
	const isHydrated = useHydrated();
	const canAnnounce = !isHydrated || day > dayOf(new Date());
	return (
		<>
			{!isAnnounced && (
				<Button name="intent" value="draft">
					{draftLabel}
				</Button>
			)}
			{isPublished && canAnnounce && (
				<Button name="intent" value="announce">
					Announce and publish on that day
				</Button>
			)}
		</>
	);
}
