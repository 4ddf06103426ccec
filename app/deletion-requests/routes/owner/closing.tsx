import { appContext } from "#app/apps/middleware.ts";
import { closeDeletionPage } from "#app/deletion-requests/deletion-page.server.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { paths } from "#app/paths.ts";
import { Confirmation } from "#app/ui/frame/confirmation.tsx";
import type { Route } from "./+types/closing";

export function loader({ context }: Route.LoaderArgs) {
	return { appName: context.get(appContext).app.name };
}

export async function action({ context, params }: Route.ActionArgs) {
	await closeDeletionPage(context.get(appContext));
	throw await redirectWithFlash(paths.deletions.page(params), "The page is closed.");
}

export default function CloseDeletionPage({ loaderData, params }: Route.ComponentProps) {
	return (
		<Confirmation
			title="Close the deletion page?"
			label="Close the page"
			cancelTo={paths.deletions.page(params)}
			isDangerous
		>
			<p>
				This address is in your store kit as Delete account URL. Google Play requires it for as long
				as people can make an account in <span dir="auto">{loaderData.appName}</span>, and can take
				the app down when the address says that there is no page.
			</p>
			<p>
				Requests that were made before stay open until you answer them. You can open the page again
				at any time, with the same texts.
			</p>
		</Confirmation>
	);
}
