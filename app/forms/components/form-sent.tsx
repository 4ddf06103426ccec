import { FORM_SENT } from "#app/forms/visitor-form.ts";
import { MailboxLink } from "#app/ui/frame/mailbox-link.tsx";
import { VisitorMessage } from "#app/ui/frame/visitor-shell.tsx";

type FormSentProps = { hubPath: string; appName: string; isLocal: boolean };

/** The last page of a visitor's form, for the one who sent it. */
export function FormSent({ hubPath, appName, isLocal }: FormSentProps) {
	return (
		<VisitorMessage title="Check Your Email" text={FORM_SENT}>
			<p>The link works for 24 hours. If nothing arrives, look in the spam folder.</p>
			<MailboxLink isLocal={isLocal} />
			<p>
				<a href={hubPath}>Back to {appName}</a>
			</p>
		</VisitorMessage>
	);
}
