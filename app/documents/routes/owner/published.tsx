import { publicUrl } from "#app/addresses/address.server.ts";
import { appContext } from "#app/apps/middleware.ts";
import { documentContext } from "#app/documents/middleware.ts";
import { paths } from "#app/paths.ts";
import { Published } from "#app/ui/frame/published.tsx";
import type { Route } from "./+types/published";

export function loader({ context }: Route.LoaderArgs) {
	const { accountName, app } = context.get(appContext);
	const document = context.get(documentContext);
	return {
		title: document.title,
		url: publicUrl(paths.visitor.document(accountName ?? "", app.slug, document.slug)),
	};
}

export default function DocumentPublished({ loaderData }: Route.ComponentProps) {
	return <Published heading="Document published" {...loaderData} />;
}
