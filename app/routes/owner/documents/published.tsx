import { Published } from "~/components/published";
import { appContext } from "~/middleware/app";
import { documentContext } from "~/middleware/document";
import { publicPath, publicUrl } from "~/models/address.server";
import type { Route } from "./+types/published";

export function loader({ context }: Route.LoaderArgs) {
	const { accountName, app } = context.get(appContext);
	const document = context.get(documentContext);
	return {
		title: document.title,
		url: publicUrl(publicPath(accountName ?? "", app.slug, document.slug)),
	};
}

export default function DocumentPublished({ loaderData }: Route.ComponentProps) {
	return <Published heading="Document published" {...loaderData} />;
}
