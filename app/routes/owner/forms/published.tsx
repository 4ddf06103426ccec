import { Published } from "~/components/published";
import { appContext } from "~/middleware/app";
import { formContext, requireForm } from "~/middleware/form";
import { formPath, publicUrl } from "~/models/address.server";
import type { Route } from "./+types/published";

export const middleware: Route.MiddlewareFunction[] = [requireForm];

export function loader({ context }: Route.LoaderArgs) {
	const { accountName, app } = context.get(appContext);
	const form = context.get(formContext);
	return { title: form.title, url: publicUrl(formPath(accountName ?? "", app.slug, form.slug)) };
}

export default function FormPublished({ loaderData }: Route.ComponentProps) {
	return <Published heading="Form Published" {...loaderData} />;
}
