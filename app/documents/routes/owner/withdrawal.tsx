import { appContext } from "#app/apps/middleware.ts";
import { readVersion } from "#app/documents/document-version.server.ts";
import { versionNotFound } from "#app/documents/middleware.ts";
import { setWithdrawn } from "#app/documents/versions/withdrawal.server.ts";
import { errorPage } from "#app/http/error-content.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { readForm } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { Confirmation } from "#app/ui/frame/confirmation.tsx";
import type { Route } from "./+types/withdrawal";

const TAKE_BACK = "take-back";

export async function loader({ context, params }: Route.LoaderArgs) {
	const access = context.get(appContext);
	const version = await readVersion(access, params.documentId, Number(params.revision));
	if (!version) throw versionNotFound(params);
	return { isWithdrawn: version.withdrawnAt !== null };
}

export async function action({ request, context, params }: Route.ActionArgs) {
	const access = context.get(appContext);
	const isWithdrawn = (await readForm(request)).get("intent") !== TAKE_BACK;
	const revision = Number(params.revision);
	const page = paths.document.version(params);
	let isThere: boolean;
	try {
		isThere = await setWithdrawn(access, params.documentId, { revision, isWithdrawn });
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		throw errorPage(error.status, {
			title: "Version not withdrawn",
			text: error.message,
			link: { to: page, label: "Back to the version" },
		});
	}
	if (!isThere) throw versionNotFound(params);
	const outcome = isWithdrawn ? "is withdrawn" : "is in the history again";
	return redirectWithFlash(page, `Version ${revision} ${outcome}.`);
}

export default function Withdrawal({ loaderData, params }: Route.ComponentProps) {
	const cancelTo = paths.document.version(params);
	if (loaderData.isWithdrawn) {
		return (
			<Confirmation
				title={`Show version ${params.revision} again?`}
				label="Show it again"
				hidden={{ intent: TAKE_BACK }}
				cancelTo={cancelTo}
			>
				<p>Whoever can see the history can read this version again, and what changed in it.</p>
			</Confirmation>
		);
	}
	return (
		<Confirmation
			isDangerous
			title={`Withdraw version ${params.revision}?`}
			label="Withdraw version"
			cancelTo={cancelTo}
		>
			<p>
				Its text, its note and every comparison with it leave the public history. Their addresses
				say that the version was withdrawn, and when.
			</p>
			<p>You still see it here, and can show it again.</p>
		</Confirmation>
	);
}
