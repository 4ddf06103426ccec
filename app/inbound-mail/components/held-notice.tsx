import { ThreadWay } from "#app/conversations/components/thread-way.tsx";
import { paths } from "#app/paths.ts";
import { plural } from "#app/platform/count.ts";
import { REASONS, type Reason } from "../reasons.ts";

type HeldNoticeProps = {
	/** Why mails are held, by the side that they claim to be from. */
	held: { owner: Reason[]; visitor: Reason[] };
	visitor: string;
	submissionId: string;
	/** The id of the form with the box to write in, if the page has one. */
	boxId: string | undefined;
};

/** Tells the owner that mails wait for somebody's word. */
export function HeldNotice({ held, visitor, submissionId, boxId }: HeldNoticeProps) {
	const { owner, visitor: visitors } = held;
	if (owner.length + visitors.length === 0) return null;
	return (
		<div className="banner">
			<div className="stack-s">
				{owner.length > 0 && (
					<p>
						<strong>{describe(owner)}</strong> Nobody has seen {owner.length === 1 ? "it" : "them"}{" "}
						yet.{" "}
						<ThreadWay to={paths.conversation.heldMails({ submissionId })} boxId={boxId} isAway>
							Was this you?
						</ThreadWay>
					</p>
				)}
				{visitors.length > 0 && (
					<p>
						<strong>{describe(visitors)}</strong> We asked <bdi>{visitor}</bdi> at the proved
						address whether they wrote {visitors.length === 1 ? "it" : "them"}.
					</p>
				)}
			</div>
		</div>
	);
}

/** "2 mails are held: from another address, looks like spam." */
function describe(reasons: Reason[]): string {
	const words = [...new Set(reasons)].map((reason) => REASONS[reason]).join(", ");
	return `${plural(reasons.length, "mail")} ${reasons.length === 1 ? "is" : "are"} held: ${words}.`;
}
