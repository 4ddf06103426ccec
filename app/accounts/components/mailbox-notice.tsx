import { Link } from "react-router";
import { paths } from "#app/paths.ts";
import { formatLongDate } from "#app/platform/time.ts";
import { Button, ButtonLink } from "#app/ui/button/button.tsx";

type Undeliverable = { kind: "bounce" | "complaint"; reason: string; at: Date };

/** The field of the button that has a link mailed. */
export const PROVE = "prove_address";

type MailboxNoticeProps = { email: string; undeliverable: Undeliverable; supportEmail: string };

/** Tells the account holder why mail to them is held back, and what to do. */
export function MailboxNotice({ email, undeliverable, supportEmail }: MailboxNoticeProps) {
	const { kind, reason, at } = undeliverable;
	const isBounce = kind === "bounce";
	return (
		<div className="banner" data-tone="danger">
			<form method="post" action={paths.account.settings} className="stack-s">
				<p>
					<strong>
						{isBounce ? `Mail to ${email} comes back.` : `A mail to ${email} was called spam.`}
					</strong>{" "}
					So nothing about messages, deletion requests or your plan is mailed to you. Links that you
					ask for are.
				</p>
				<p>
					On {formatLongDate(at)}, the mail service said: <span dir="auto">{reason}</span>
				</p>
				<p>
					{isBounce
						? "Once the mailbox takes mail again, have a link mailed and use it. Or change the address."
						: `If that was a mistake, write to ${supportEmail}: the mail service sends nothing there until we ask it to. Or change the address.`}
				</p>
				<div className="cluster">
					{isBounce && <Button name={PROVE}>Mail me a link</Button>}
					<ButtonLink to={paths.account.email}>Change e-mail address</ButtonLink>
				</div>
			</form>
		</div>
	);
}

/** Tells the account holder on other pages that mail to them is held back. */
export function MailboxWarning() {
	return (
		<p className="banner" data-tone="danger">
			Mail to your own address is held back, so you are not told of messages.{" "}
			<Link to={paths.account.settings}>See in Settings what to do</Link>
		</p>
	);
}
