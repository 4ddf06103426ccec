import { markBrowser } from "#app/accounts/browser-mark.ts";
import { extendSession, readExtension } from "#app/conversations/conversation-session.server.ts";
import { paths } from "#app/paths.ts";
import { failAs } from "#app/platform/db/storage-fault.server.ts";
import { LinkButton } from "#app/ui/button/link-button.tsx";
import { CutLink } from "#app/ui/frame/cut-link.tsx";
import { VisitorMessage, WayHome } from "#app/ui/frame/visitor-shell.tsx";
import type { Route } from "./+types/extend";
import { followLink, showLink } from "./mailed-link.ts";

export const middleware: Route.MiddlewareFunction[] = [markBrowser];

export function loader(args: Route.LoaderArgs) {
	return showLink(args, readExtension);
}

export function action(args: Route.ActionArgs) {
	return followLink(args, paths.visitor.extend, async (id, token, browser) => {
		const extended = extendSession(id, token, browser);
		const opened = await failAs("Failed to extend session. Please try again.", extended);
		return opened === null ? null : { token: opened };
	});
}

export default function Extend({ loaderData }: Route.ComponentProps) {
	const { link, state, subject } = loaderData;
	if (state === "valid") {
		return (
			<VisitorMessage
				appName={subject?.appName}
				title="Continue the conversation"
				text={`One click opens the conversation with ${subject?.appName}, which began with the form “${subject?.formTitle}”, for an hour.`}
			>
				<LinkButton action={paths.visitor.extend} link={link} label="Open the conversation" />
			</VisitorMessage>
		);
	}
	if (state === "missing") return <CutLink title="Invalid session extension link" />;
	return (
		<VisitorMessage
			appName={subject?.appName}
			title="Invalid or expired session extension link"
			text="Links work once, for one hour."
		>
			{state === "unknown" ? (
				<WayHome />
			) : (
				<>
					<p>We can send a new one to your address:</p>
					<LinkButton action={paths.visitor.newSession} link={link} label="Send New Session Link" />
				</>
			)}
		</VisitorMessage>
	);
}
