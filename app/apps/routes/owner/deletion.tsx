import { accessToApp } from "#app/accounts/access.server.ts";
import { userContext } from "#app/accounts/middleware.ts";
import { trashApp } from "#app/apps/app.server.ts";
import { appNotFound } from "#app/apps/middleware.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { paths } from "#app/paths.ts";
import { failAs } from "#app/platform/db/storage-fault.server.ts";
import { InStoreKit } from "#app/store-kit/components/in-store-kit.tsx";
import { usesOfApp } from "#app/store-kit/kit-uses.server.ts";
import { Confirmation } from "#app/ui/frame/confirmation.tsx";
import type { Route } from "./+types/deletion";

export async function loader({ params, context }: Route.LoaderArgs) {
	const access = await accessToApp(context.get(userContext), params.appId);
	if (!access) throw appNotFound();
	return { appId: access.appId, name: access.app.name, uses: await usesOfApp(access) };
}

/** Runs without `requireApp`, so that a second click on an app in the trash succeeds too. */
export async function action({ params, context }: Route.ActionArgs) {
	const name = await failAs(
		"Failed to delete app. Please try again.",
		trashApp(context.get(userContext), params.appId),
	);
	if (name === null) throw appNotFound();
	return redirectWithFlash(paths.dashboard, {
		title: "App Deleted",
		text: `${name} and its public pages are offline.`,
		undo: { to: paths.dashboardDeleted, id: params.appId },
	});
}

export default function DeleteApp({ loaderData }: Route.ComponentProps) {
	const { appId, name, uses } = loaderData;
	return (
		<Confirmation
			isDangerous
			title={`Delete ${name}?`}
			label="Delete App"
			cancelTo={paths.app.settings({ appId })}
		>
			<p>
				Its public pages stop working at once, and app stores that link to them will see that they
				are gone. The addresses are never given to anybody else, and you can bring the app back.
			</p>
			<InStoreKit uses={uses} />
		</Confirmation>
	);
}
