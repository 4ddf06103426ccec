import { data, redirect } from "react-router";
import { resolveDocument } from "#app/addresses/address.server.ts";
import { UPDATES_SLUG } from "#app/addresses/reserved.ts";
import { PUBLIC_CACHE, requireCanonicalPath } from "#app/addresses/resolution.ts";
import { PublicDocument } from "#app/documents/components/public-document.tsx";
import { ListFull, Updates } from "#app/documents/notices/components/updates.tsx";
import { findApp } from "#app/documents/notices/found-app.ts";
import { requestLink } from "#app/documents/notices/request-link.server.ts";
import { loadDocument } from "#app/documents/public-document.ts";
import { readAnswers } from "#app/forms/visitor-form.ts";
import { clientAddress } from "#app/http/client-address.server.ts";
import { readForm, retryHeaders } from "#app/http/form.server.ts";
import type { PageHandle } from "#app/http/page-handle.ts";
import { paths } from "#app/paths.ts";
import { readReceipt, sentReceipt } from "#app/platform/crypto/sent-receipt.server.ts";
import { env } from "#app/platform/env/env.server.ts";
import { MailboxLink } from "#app/ui/frame/mailbox-link.tsx";
import { VisitorMessage } from "#app/ui/frame/visitor-shell.tsx";
import type { Route } from "./+types/updates";

export const handle: PageHandle = { kept: "updates", Page: UpdatesPage };

const NO_STORE = { "Cache-Control": "no-store" };

export function headers({ actionHeaders, loaderHeaders }: Route.HeadersArgs) {
	return actionHeaders.has("Cache-Control") ? actionHeaders : loaderHeaders;
}

export async function loader(args: Route.LoaderArgs) {
	const { params, url } = args;
	requireCanonicalPath(url);
	const app = await findApp(args);
	const isSent = readReceipt(app.id, url) !== null;
	if (!isSent && (await isDocument(args))) {
		return loadDocument({ ...args, params: { ...params, documentSlug: UPDATES_SLUG } });
	}
	return data(
		{
			appName: app.name,
			isSent,
			isLocal: env.mode === "local",
			hubPath: paths.visitor.app(params.accountSlug, app.slug),
			path: paths.visitor.updates(params.accountSlug, app.slug),
		},
		{ headers: isSent ? NO_STORE : PUBLIC_CACHE },
	);
}

/** Whether a document had this address before the page did: it keeps the address. */
async function isDocument({ params }: Pick<Route.LoaderArgs, "params">): Promise<boolean> {
	const { accountSlug, appName } = params;
	const { outcome } = await resolveDocument(accountSlug, appName, UPDATES_SLUG);
	return outcome === "found" || outcome === "moved";
}

export async function action(args: Route.ActionArgs) {
	const { request, params } = args;
	const sent = readAnswers(await readForm(request));
	const app = await findApp(args, true);
	const { step, ...reply } = await requestLink(app, sent, clientAddress(request));
	if (step === "sent") {
		const path = paths.visitor.updates(params.accountSlug, app.slug);
		throw redirect(path + sentReceipt(app.id), 303);
	}
	const { status, refusal, ...shown } = reply;
	const headers = { ...NO_STORE, ...(refusal && retryHeaders(refusal)) };
	return data({ step, ...shown }, { status, headers });
}

type PageProps = Pick<Route.ComponentProps, "loaderData"> & Partial<Route.ComponentProps>;

function UpdatesPage({ loaderData, actionData }: PageProps) {
	const { appName, hubPath, path } = loaderData;
	if (actionData?.step === "full") return <ListFull appName={appName} hubPath={hubPath} />;
	if (!actionData && "html" in loaderData) return <PublicDocument loaderData={loaderData} />;
	if (!actionData && "isSent" in loaderData && loaderData.isSent) {
		return (
			<VisitorMessage
				title="Check your mail"
				appName={appName}
				appPath={hubPath}
				text="The link in it works for a day. If nothing arrives, look in the spam folder."
			>
				<MailboxLink isLocal={loaderData.isLocal} />
			</VisitorMessage>
		);
	}
	return <Updates appName={appName} hubPath={hubPath} path={path} {...actionData} />;
}

export default UpdatesPage;
