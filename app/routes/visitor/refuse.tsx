import { data, redirect } from "react-router";
import { LinkButton } from "~/components/link-button";
import { VisitorMessage } from "~/components/visitor-shell";
import { readForm } from "~/lib/form.server";
import { readLink } from "~/lib/visitor-link";
import { disownSubmission } from "~/models/submission.server";
import type { Route } from "./+types/refuse";

export function loader({ url }: Route.LoaderArgs) {
	const link = readLink(url.searchParams);
	return data({ link, isDone: url.searchParams.has("done") });
}

export async function action({ request }: Route.ActionArgs) {
	const link = readLink(await readForm(request));
	if (link) await disownSubmission(link.id, link.token);
	throw redirect("/verify-submission/refuse?done", 303);
}

export default function Refuse({ loaderData }: Route.ComponentProps) {
	if (loaderData.isDone) {
		return (
			<VisitorMessage
				title="Done"
				text="We sent you that mail because somebody gave your address. No mail for a form will reach it again."
			/>
		);
	}
	return (
		<VisitorMessage
			title="This wasn't you?"
			text="Then somebody else gave your address. One click, and no mail for a form will reach it again."
		>
			<LinkButton
				action="/verify-submission/refuse"
				link={loaderData.link}
				label="Don't write to me again"
			/>
		</VisitorMessage>
	);
}
