import { controlName, FORM_SENT, SENT_INTENTS } from "#app/forms/visitor-form.ts";
import { HiddenFields } from "#app/ui/field/hidden-fields.tsx";
import { Problems } from "#app/ui/field/problems.tsx";
import { MailboxLink } from "#app/ui/frame/mailbox-link.tsx";
import { VisitorMessage } from "#app/ui/frame/visitor-shell.tsx";
import { OwnText } from "./own-text.tsx";

type FormSentProps = {
	hubPath: string;
	appName: string;
	/** The owner's own text, or "". */
	sentText: string;
	isLocal: boolean;
	/** The address that the visitor typed. */
	sentTo: string;
	/** Whether the mail was just sent once more. */
	isSentAgain: boolean;
	/** Why it was not. */
	notSent?: string;
	/** The page's address and what was typed, where the one has no room for the other. */
	action?: string;
	values?: [id: string, value: string][];
};

/** The last page of a visitor's form, for the one who sent it. */
export function FormSent(props: FormSentProps) {
	const { hubPath, appName, sentText, isLocal, sentTo, isSentAgain, notSent } = props;
	const { action, values = [] } = props;
	return (
		<VisitorMessage
			title="Check Your Email"
			appName={appName}
			appPath={hubPath}
			text={FORM_SENT}
			hasError={notSent !== undefined}
		>
			{notSent && <Problems className="problems" problems={[{ text: notSent, target: null }]} />}
			{isSentAgain && !notSent && (
				<p className="notice" role="status">
					Sent again. The newest mail counts.
				</p>
			)}
			{sentTo && (
				<p>
					We sent the link to <strong dir="auto">{sentTo}</strong>. It works for 24 hours. If
					nothing arrives, look in the spam folder.
				</p>
			)}
			<OwnText text={sentText} />
			<MailboxLink isLocal={isLocal} />
			{sentTo && (
				<form method="post" action={action}>
					<HiddenFields
						values={Object.fromEntries(values.map(([id, value]) => [controlName(id), value]))}
					/>
					<button type="submit" name="intent" value={SENT_INTENTS.again}>
						Send it again
					</button>{" "}
					<button type="submit" className="second" name="intent" value={SENT_INTENTS.correct}>
						Wrong address?
					</button>
				</form>
			)}
		</VisitorMessage>
	);
}
