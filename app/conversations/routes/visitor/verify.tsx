import { markBrowser } from "#app/accounts/browser-mark.ts";
import { readVerification } from "#app/conversations/submission.server.ts";
import { verifyAddress } from "#app/deletion-requests/proof.server.ts";
import { paths } from "#app/paths.ts";
import { failAs } from "#app/platform/db/storage-fault.server.ts";
import { LinkButton } from "#app/ui/button/link-button.tsx";
import { CutLink } from "#app/ui/frame/cut-link.tsx";
import { VisitorMessage, WayHome } from "#app/ui/frame/visitor-shell.tsx";
import type { Route } from "./+types/verify";
import { followLink, showLink } from "./mailed-link.ts";

export const middleware: Route.MiddlewareFunction[] = [markBrowser];

export function loader(args: Route.LoaderArgs) {
	return showLink(args, readVerification);
}

export function action(args: Route.ActionArgs) {
	return followLink(args, paths.visitor.verify, (...link) =>
		failAs("Verification failed. Please try again.", verifyAddress(...link)),
	);
}

export default function Verify({ loaderData }: Route.ComponentProps) {
	const { link, state, subject } = loaderData;
	switch (state) {
		case "valid":
			return (
				<VisitorMessage
					appName={subject?.appName}
					title="Confirm your email"
					text={`One click delivers your message to ${subject?.appName}, sent through the form “${subject?.formTitle}”, and opens the conversation for an hour.`}
				>
					<LinkButton action={paths.visitor.verify} link={link} label="Confirm and continue" />
				</VisitorMessage>
			);
		case "used":
			return (
				<VisitorMessage
					appName={subject?.appName}
					title="Invalid or expired verification link"
					text="This email address is already verified."
				>
					<p>To continue the conversation, have a new link sent to your address.</p>
					<LinkButton action={paths.visitor.newSession} link={link} label="Send New Session Link" />
				</VisitorMessage>
			);
		case "expired":
			return (
				<VisitorMessage
					appName={subject?.appName}
					title="Invalid or expired verification link"
					text={`The link is older than 24 hours. Your message to ${subject?.appName}, sent through the form “${subject?.formTitle}”, is kept, but it is not delivered yet.`}
				>
					<LinkButton action={paths.visitor.newSession} link={link} label="Send a New Link" />
				</VisitorMessage>
			);
		case "missing":
			return <CutLink title="Invalid verification link" />;
		default:
			return (
				<VisitorMessage
					appName={subject?.appName}
					title="Invalid or expired verification link"
					text="Links work once, for 24 hours. Please open the newest mail, or send the form again."
				>
					<WayHome />
				</VisitorMessage>
			);
	}
}
