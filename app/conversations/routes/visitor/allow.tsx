import { data, redirect } from "react-router";
import { allowMail, canAllowMail } from "#app/conversations/refusal-of-mail.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";
import { CutLink } from "#app/ui/frame/cut-link.tsx";
import { VisitorMessage, WayHome } from "#app/ui/frame/visitor-shell.tsx";
import type { Route } from "./+types/allow";

/** Shows the page of a link that takes "This wasn't me" back. Only the button's POST uses it. */
export async function loader({ url }: Route.LoaderArgs) {
	const token = url.searchParams.get("token") ?? "";
	const isDone = url.searchParams.has("done");
	const isKnown = isDone || canAllowMail(token);
	return data({ token, isDone, isKnown }, isKnown ? 200 : 400);
}

export async function action({ request }: Route.ActionArgs) {
	const token = String((await readForm(request)).get("token") ?? "");
	const isAllowed = await allowMail(token);
	throw redirect(`${paths.visitor.allow}${isAllowed ? "?done" : ""}`, 303);
}

export default function Allow({ loaderData: { token, isDone, isKnown } }: Route.ComponentProps) {
	if (!isKnown) return <CutLink title="This link doesn't work" />;
	if (isDone) {
		return (
			<VisitorMessage
				title="Done"
				text="Forms can send mail to your address again. If you filled one in meanwhile, please send it once more."
			>
				<WayHome />
			</VisitorMessage>
		);
	}
	return (
		<VisitorMessage
			title="Get mail from forms again?"
			text="You told us that somebody else gave your address. One click takes that back."
		>
			<form method="post" action={paths.visitor.allow}>
				<input type="hidden" name="token" value={token} />
				<p>
					<button type="submit">Take it back</button>
				</p>
			</form>
		</VisitorMessage>
	);
}
