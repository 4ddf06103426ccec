import { formatDateTime } from "#app/platform/time.ts";
import type { HeldMail } from "../held-mail.server.ts";
import { REASONS } from "../reasons.ts";

/** Who a held mail says it is from, why it is held, and what it says. */
export function HeldMailText({ mail }: { mail: HeldMail }) {
	const { from, subject, receivedAt, reason, text, files } = mail;
	return (
		<>
			<p>
				<strong>
					<bdi>{from || "No single sender"}</bdi>
				</strong>
				, <time dateTime={receivedAt.toISOString()}>{formatDateTime(receivedAt)}</time>
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
