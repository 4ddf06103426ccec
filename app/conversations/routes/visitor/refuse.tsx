import { data, redirect } from "react-router";
import { disownSubmission, readVerification } from "#app/conversations/submission.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";
import { LinkButton } from "#app/ui/button/link-button.tsx";
import { CutLink } from "#app/ui/frame/cut-link.tsx";
import { VisitorMessage } from "#app/ui/frame/visitor-shell.tsx";
import type { Route } from "./+types/refuse";
import { readLink } from "./mailed-link.ts";

/** Shows the state of the link. Mail scanners open links, so only the button's POST uses it. */
export async function loader({ url }: Route.LoaderArgs) {
	const link = readLink(url.searchParams);
	if (url.searchParams.has("done")) return data({ link, state: "done" as const });
	const state = link ? await readVerification(link.id, link.token) : "missing";
	const isKnown = state !== "missing" && state !== "unknown";
	return data({ link, state }, isKnown ? 200 : 400);
}

/** Shows success on a second click too, although the first deleted the submission. */
export async function action({ request }: Route.ActionArgs) {
	const link = readLink(await readForm(request));
	if (!link) throw redirect(paths.visitor.refuse, 303);
	await disownSubmission(link.id, link.token);
	throw redirect(`${paths.visitor.refuse}?done`, 303);
}

export default function Refuse({ loaderData }: Route.ComponentProps) {
	const { link, state } = loaderData;
	switch (state) {
		case "done":
			return (
				<VisitorMessage
					title="Done"
					text="We sent you that mail because somebody entered your address. We will send it no more mail for forms."
				/>
			);
		case "missing":
			return <CutLink title="This link doesn't work" />;
		case "unknown":
			return (
				<VisitorMessage
					title="This link doesn't work any more"
					text="It was used before, or it is older than a week. If you used it, we send no more mail for forms to your address. Otherwise, please use the one in the newest mail."
				/>
			);
		default:
			return (
				<VisitorMessage
					title="This wasn't you?"
					text="Then somebody else entered your address. One click, and we send it no more mail for forms."
				>
					<LinkButton action={paths.visitor.refuse} link={link} label="Don't write to me again" />
				</VisitorMessage>
			);
	}
}
