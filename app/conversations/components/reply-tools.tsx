import type { ReactNode, SyntheticEvent } from "react";
import { Link } from "react-router";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/button/button.tsx";

type ReplyToolsProps = {
	/** The id of the form with the box, if the page has one. */
	boxId: string | undefined;
	savedReplies: { id: string; title: string }[];
	/** What else there is. */
	children: ReactNode;
};

/**
 * What an owner needs now and then while writing, folded away beside the box's buttons. It folds when
 * one of its forms is done and therefore reset: opened, it covers the end of the thread, where an
 * added note is.
 */
export function ReplyTools({ boxId, savedReplies, children }: ReplyToolsProps) {
	return (
		<details className="reply-tools" onReset={fold}>
			<summary>More</summary>
			<div className="form">
				{boxId && (
					<div className="cluster">
						{savedReplies.length > 0 && (
							<>
								<select className="input" name="saved_reply" aria-label="Saved reply" form={boxId}>
									{savedReplies.map(({ id, title }) => (
										<option key={id} value={id}>
											{title}
										</option>
									))}
								</select>
								<Button form={boxId} name="intent" value="insert">
									Insert
								</Button>
							</>
						)}
						{/* In a tab of its own, so that what is being typed stays here. */}
						<Link to={paths.conversation.savedReplies} target="_blank">
							Edit saved replies<span className="visually-hidden"> (in a new tab)</span>
						</Link>
					</div>
				)}
				{children}
			</div>
		</details>
	);
}

function fold({ currentTarget }: SyntheticEvent<HTMLDetailsElement>): void {
	const hasFocus = currentTarget.contains(document.activeElement);
	currentTarget.open = false;
	if (hasFocus) currentTarget.querySelector("summary")?.focus();
}
