import { publicUrl } from "#app/addresses/address.server.ts";
import { appContext } from "#app/apps/middleware.ts";
import { formContext, requireForm } from "#app/forms/middleware.ts";
import { paths } from "#app/paths.ts";
import { Published } from "#app/ui/frame/published.tsx";
import type { Route } from "./+types/published";

export const middleware: Route.MiddlewareFunction[] = [requireForm];

export function loader({ context }: Route.LoaderArgs) {
	const { accountName, app } = context.get(appContext);
	const form = context.get(formContext);
	return {
		title: form.title,
		url: publicUrl(paths.visitor.form(accountName ?? "", app.slug, form.slug)),
	};
}

export default function FormPublished({ loaderData }: Route.ComponentProps) {
	return <Published heading="Form Published" {...loaderData} />;
}
