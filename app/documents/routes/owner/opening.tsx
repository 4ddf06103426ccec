import { appContext } from "#app/apps/middleware.ts";
import { documentContext } from "#app/documents/middleware.ts";
import { openHistory } from "#app/documents/versions/withdrawal.server.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { paths } from "#app/paths.ts";
import { Confirmation } from "#app/ui/frame/confirmation.tsx";
import type { Route } from "./+types/opening";

export function loader({ context }: Route.LoaderArgs) {
	return { title: context.get(documentContext).title };
}

export async function action({ context, params }: Route.ActionArgs) {
	await openHistory(context.get(appContext), params.documentId);
	return redirectWithFlash(paths.document.versions(params), "The history is open to everybody.");
}

export default function OpenHistory({ loaderData, params }: Route.ComponentProps) {
	return (
		<Confirmation
			title="Open the history to everybody?"
			label="Open the history"
			cancelTo={paths.document.versions(params)}
		>
			<p>
				Everybody can then read each version of <span dir="auto">{loaderData.title}</span> that was
				ever published, when it applied, what changed in it, and what you wrote about the change.
				Who saved it stays yours alone.
			</p>
			<p>
				This can't be undone. A version that should not be read can be withdrawn, before or after.
			</p>
		</Confirmation>
	);
}
