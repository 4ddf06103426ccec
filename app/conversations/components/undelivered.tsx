import { formatDateTime } from "#app/platform/time.ts";

type UndeliveredProps = {
	mails: { kind: string; reason: string; at: Date }[];
	visitor: string;
};

/** What the owner's page calls each kind of mail. A notice goes to the owner's own address. */
const MAIL_NAMES: Record<string, string> = {
	"verify-submission": "The verification mail",
	"session-link": "A session link",
	reply: "Your reply",
	"new-message": "A notice to you",
	"deletion-due": "A reminder to you",
	"deletion-done": "The mail that the data is deleted",
	"deletion-refused": "The mail about your refusal",
	"deletion-late": "The mail that the day has passed",
};

/** Tells the owner which mails of a conversation did not arrive. */
export function Undelivered({ mails, visitor }: UndeliveredProps) {
	return (
		<div className="banner" data-tone="danger">
			<div className="stack-s">
				<p>
					<strong>Some mail of this conversation with {visitor} could not be delivered.</strong>
				</p>
				<ul>
					{mails.map(({ kind, reason, at }) => (
						<li key={`${kind} ${at.toISOString()}`}>
							{MAIL_NAMES[kind] ?? "A mail"}, given up on {formatDateTime(at)}: {reason}
						</li>
					))}
				</ul>
			</div>
		</div>
	);
}
