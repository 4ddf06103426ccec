import { ButtonLink } from "~/components/button";
import { Card } from "~/components/card";
import { CopyButton } from "~/components/copy-button";
import { PageTitle } from "~/components/page-title";
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
	const { title, url } = loaderData;
	return (
		<div className="stack-l measure">
			<PageTitle title="Form Published" />
			<h1>Form Published</h1>
			<Card>
				<p>
					<strong dir="auto">{title}</strong> is public. This address stays, whatever you rename:
				</p>
				<p className="address">{url}</p>
				<div className="cluster">
					<CopyButton text={url} />
					<a className="button" data-variant="secondary" href={url}>
						View Live
					</a>
				</div>
			</Card>
			<p>
				<ButtonLink to="/dashboard" variant="primary">
					Back to Dashboard
				</ButtonLink>
			</p>
		</div>
	);
}
