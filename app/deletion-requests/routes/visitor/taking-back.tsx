import { data, redirect } from "react-router";
import { GoneRequest, PRIVATE_STATUS } from "#app/deletion-requests/components/status-pages.tsx";
import { takeBack } from "#app/deletion-requests/requests/outcome.server.ts";
import { readStatus } from "#app/deletion-requests/requests/read-request.server.ts";
import { yourScope } from "#app/deletion-requests/requests/request.ts";
import { requestNumberOf } from "#app/deletion-requests/status-link.server.ts";
import { paths } from "#app/paths.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { VisitorMessage } from "#app/ui/frame/visitor-shell.tsx";
import type { Route } from "./+types/taking-back";

export const headers = PRIVATE_STATUS;

/** Asks first: mail scanners open links, so only the button's POST takes a request back. */
export async function loader({ params }: Route.LoaderArgs) {
	const request = await readStatus(params.token);
	if (request && request !== "gone" && request.closedAt) {
		throw redirect(paths.visitor.deletionStatus(params));
	}
	return data({ request }, request && request !== "gone" ? 200 : 404);
}

/** The address alone proves that its holder may, so the body does not matter. */
export async function action({ params }: Route.ActionArgs) {
	const number = requestNumberOf(params.token);
	try {
		if (number !== null) await takeBack(number);
	} catch (error) {
		// It ended meanwhile, and its page says how.
		if (!(error instanceof Refusal)) throw error;
	}
	throw redirect(paths.visitor.deletionStatus(params), 303);
}

export default function TakingBack({ loaderData, params }: Route.ComponentProps) {
	const { request } = loaderData;
	if (request === null || request === "gone") return <GoneRequest isCut={request === null} />;
	return (
		<VisitorMessage
			appName={request.appName}
			title="Take the request back?"
			text={`${request.appName} will be told that you don’t want ${yourScope(request)} to be deleted any more. You can ask again at any time.`}
		>
			<form method="post">
				<p>
					<button type="submit">Take it back</button>
				</p>
			</form>
			<p>
				<a href={paths.visitor.deletionStatus(params)}>Leave it as it is</a>
			</p>
		</VisitorMessage>
	);
}
