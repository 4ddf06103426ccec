import { SubmittedAnswers } from "#app/conversations/components/submitted-answers.tsx";
import type { Answer } from "#app/forms/answers.ts";
import { formatDateTime } from "#app/platform/time.ts";
import { Card } from "#app/ui/list/card.tsx";

type SupportConversationProps = {
	submission: { answers: Answer[] };
	replies: { id: string; text: string; createdAt: Date }[];
};

/** What somebody wrote to support, and the operators' replies, oldest first. */
export function SupportConversation({ submission, replies }: SupportConversationProps) {
	return (
		<>
			<Card title="What they wrote">
				<SubmittedAnswers answers={submission.answers} />
			</Card>
			{replies.map(({ id, text, createdAt }) => (
				<Card
					key={id}
					title={
						<>
							Replied <time dateTime={createdAt.toISOString()}>{formatDateTime(createdAt)}</time>
						</>
					}
				>
					<p className="mail-text" dir="auto">
						{text}
					</p>
				</Card>
			))}
		</>
	);
}
