import { data } from "react-router";
import { resolveApp } from "#app/addresses/address.server.ts";
import { readSubscribed, unsubscribe } from "#app/documents/notices/subscriber.server.ts";
import { paths } from "#app/paths.ts";
import { VisitorMessage, WayHome } from "#app/ui/frame/visitor-shell.tsx";
import type { Route } from "./+types/unsubscribe";
import Hub, { loader as loadHub } from "./hub.tsx";

/** The first segment of the address. */
const SEGMENT = "unsubscribe";

/** Shows whose mail the link ends. Mail scanners open links, so only a POST ends it. */
export async function loader(args: Route.LoaderArgs) {
	const { token } = args.params;
	if (await isApp(token)) {
		return loadHub({ ...args, params: { accountSlug: SEGMENT, appName: token } });
	}
	const app = await readSubscribed(token);
	return data({ appName: app?.name ?? null });
}

/** Whether an account had this name before it was reserved, and still has an app here. */
async function isApp(token: string): Promise<boolean> {
	// No slug has a dot, and every token has one.
	if (token.includes(".")) return false;
	const { outcome } = await resolveApp(SEGMENT, token);
	return outcome === "found" || outcome === "moved";
}

/**
 * Ends the mail. Mail programs post here by themselves (RFC 8058): without cookies, without an
 * origin, and without following redirects. The address alone proves that they may, so the body
 * does not matter.
 */
export async function action({ params }: Route.ActionArgs) {
	const app = await unsubscribe(params.token);
	const account = app?.user.accountName;
	return data({
		appName: app?.name ?? null,
		updatesPath: app && account ? paths.visitor.updates(account, app.slug) : null,
	});
}

export default function Unsubscribe({ loaderData, actionData }: Route.ComponentProps) {
	if ("documents" in loaderData) return <Hub loaderData={loaderData} />;
	if (actionData?.appName) {
		const { appName, updatesPath } = actionData;
		return (
			<VisitorMessage
				appName={appName}
				title="Done"
				text={`You get no more mail about changes to the documents of ${appName}.`}
			>
				{updatesPath && (
					<p>
						<a href={updatesPath}>Get told of changes again</a>
					</p>
				)}
			</VisitorMessage>
		);
	}
	if (actionData || loaderData.appName === null) {
		return (
			<VisitorMessage title="Nothing to end" text="You get no such mail.">
				<WayHome />
			</VisitorMessage>
		);
	}
	return (
		<VisitorMessage
			appName={loaderData.appName}
			title="Unsubscribe?"
			text={`One click, and you get no more mail about changes to the documents of ${loaderData.appName}.`}
		>
			<form method="post">
				<p>
					<button type="submit">Unsubscribe</button>
				</p>
			</form>
		</VisitorMessage>
	);
}
