import { formatDateTime } from "#app/platform/time.ts";
import type { HeldMail } from "../held-mail.server.ts";
import { REASONS } from "../reasons.ts";

/** Returns whom a held mail says it is from. */
export function senderOf({ from }: HeldMail): string {
	return from || "No single sender";
}

/** When a held mail came, why it is held, and what it says. */
export function HeldMailText({ mail }: { mail: HeldMail }) {
	const { subject, receivedAt, reason, text, files } = mail;
	return (
		<>
			<p>
				<time dateTime={receivedAt.toISOString()}>{formatDateTime(receivedAt)}</time>
				<br />
				{`Held: ${REASONS[reason]}.`}
			</p>
			{subject && (
				<p>
					Subject: <bdi>{subject}</bdi>
				</p>
			)}
			<blockquote className="typed" dir="auto">
				{text}
			</blockquote>
			{files.length > 0 && <p>It has files, which can’t be taken: {files.join(", ")}.</p>}
		</>
	);
}
