import { data, redirect } from "react-router";
import { requireCanonicalPath } from "#app/addresses/resolution.ts";
import { SubscribeForm } from "#app/documents/notices/components/subscribe-form.tsx";
import { ListFull } from "#app/documents/notices/components/updates.tsx";
import { findApp } from "#app/documents/notices/found-app.ts";
import {
	confirmSubscription,
	readSubscription,
	unsubscribeUrlOf,
} from "#app/documents/notices/subscription.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";
import { VisitorMessage } from "#app/ui/frame/visitor-shell.tsx";
import type { Route } from "./+types/confirm-updates";

/** Shows the state of the link. Mail scanners open links, so only the button's POST uses it. */
export async function loader(args: Route.LoaderArgs) {
	const { params, url } = args;
	requireCanonicalPath(url);
	const app = await findApp(args);
	const token = url.searchParams.get("token") ?? "";
	const state = await readSubscription(app.id, token);
	const shown = {
		state,
		token,
		appName: app.name,
		hubPath: paths.visitor.app(params.accountSlug, app.slug),
		updatesPath: paths.visitor.updates(params.accountSlug, app.slug),
		unsubscribeUrl: state === "confirmed" ? unsubscribeUrlOf(token) : null,
	};
	return data(shown, state === "ended" ? 400 : 200);
}

export async function action(args: Route.ActionArgs) {
	const token = String((await readForm(args.request)).get("token") ?? "");
	const { accountSlug } = args.params;
	const app = await findApp(args, true);
	const state = await confirmSubscription(app.id, token);
	if (state === "full") return data({ state }, 409);
	const path = paths.visitor.confirmUpdates(accountSlug, app.slug);
	throw redirect(`${path}?${new URLSearchParams({ token })}`, 303);
}

export default function ConfirmUpdates({ loaderData, actionData }: Route.ComponentProps) {
	const { state, token, appName, hubPath, updatesPath, unsubscribeUrl } = loaderData;
	if (actionData) return <ListFull appName={appName} hubPath={hubPath} />;
	const about = { appName, appPath: hubPath };
	switch (state) {
		case "valid":
			return (
				<VisitorMessage
					{...about}
					title="Get told of changes?"
					text={`One click, and you get a mail when a legal document of ${appName} changes.`}
				>
					<form method="post">
						<input type="hidden" name="token" value={token} />
						<p>
							<button type="submit">Yes, tell me</button>
						</p>
					</form>
				</VisitorMessage>
			);
		case "confirmed":
			return (
				<VisitorMessage
					{...about}
					title="You are told of changes"
					text={`You get a mail when a legal document of ${appName} changes. Each has a link that ends them.`}
				>
					{unsubscribeUrl && (
						<p>
							<a href={unsubscribeUrl}>Unsubscribe</a>
						</p>
					)}
				</VisitorMessage>
			);
		default:
			return (
				<VisitorMessage
					{...about}
					title="This link doesn't work any more"
					text="It was used before, or it is older than a day. Here you get a new one."
				>
					<SubscribeForm action={updatesPath} />
				</VisitorMessage>
			);
	}
}
