import { formatDateTime } from "#app/platform/time.ts";

type UndeliveredProps = {
	mails: { kind: string; reason: string; at: Date; wasSent: boolean }[];
	visitor: string;
	/** Mail to the visitor comes back, so that none is sent that nobody asked for. */
	isUndeliverable: boolean;
};

/** What the owner's page calls each kind of mail. A notice goes to the owner's own address. */
const MAIL_NAMES: Record<string, string> = {
	"verify-submission": "The verification mail",
	"session-link": "A session link",
	reply: "Your reply",
	"new-message": "A notice to you",
	"was-this-you": "The question about a held mail",
	"conversation-closed": "The mail that the conversation is closed",
	"files-not-taken": "The mail about files that were not taken",
	"deletion-asked": "The mail that you have the request",
	"deletion-request": "The notice of the request to you",
	"deletion-due": "A reminder to you",
	"deletion-done": "The mail that the data is deleted",
	"deletion-refused": "The mail about your refusal",
	"deletion-late": "The mail that the day has passed",
	"deletion-taken-back": "The mail that the request is taken back",
	"deletion-taken-back-owner": "The notice to you that it is taken back",
};

/** Tells the owner which mails of a conversation did not arrive, and whether any will. */
export function Undelivered({ mails, visitor, isUndeliverable }: UndeliveredProps) {
	if (mails.length === 0 && !isUndeliverable) return null;
	return (
		<div className="banner" data-tone="danger">
			<div className="stack-s">
				{isUndeliverable && (
					<p>
						<strong>Your replies are not mailed to {visitor} any more.</strong> Earlier mail came
						back, or was called spam. The replies wait on the page of this conversation, and are
						mailed again once a link that we mailed there is used. If an answer names another way to
						reach this person, use that.
					</p>
				)}
				{mails.length > 0 && (
					<>
						<p>
							<strong>Some mail of this conversation with {visitor} could not be delivered.</strong>
						</p>
						<ul>
							{mails.map(({ kind, reason, at, wasSent }) => (
								<li key={`${kind} ${at.toISOString()}`}>
									{MAIL_NAMES[kind] ?? "A mail"}, {wasSent ? "reported" : "given up"} on{" "}
									{formatDateTime(at)}: <span dir="auto">{reason}</span>
								</li>
							))}
						</ul>
					</>
				)}
			</div>
		</div>
	);
}
