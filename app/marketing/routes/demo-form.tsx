import { data, redirect } from "react-router";
import { publicUrl } from "#app/addresses/address.server.ts";
import { PUBLIC_CACHE, requireCanonicalPath } from "#app/addresses/resolution.ts";
import { checkAnswers } from "#app/forms/answers.ts";
import { PublicForm } from "#app/forms/components/answer-form.tsx";
import { valuesOf } from "#app/forms/visitor-form.ts";
import { readForm } from "#app/http/form.server.ts";
import type { PageHandle } from "#app/http/page-handle.ts";
import { DEMO_FIELDS, demoValues } from "#app/marketing/demo-form.ts";
import { paths } from "#app/paths.ts";
import { VisitorMessage, VisitorShell } from "#app/ui/frame/visitor-shell.tsx";
import type { Route } from "./+types/demo-form";

const PATH = paths.demo.form;

export function meta({ loaderData }: Route.MetaArgs) {
	if (!loaderData) return [];
	return [
		{
			name: "description",
			content: "Try a support form as your users would see it. Nothing is stored or sent.",
		},
		{ tagName: "link", rel: "canonical", href: loaderData.url },
	];
}

export const handle: PageHandle = { kept: "site" };

export function headers({ actionHeaders }: Route.HeadersArgs) {
	return actionHeaders.has("Cache-Control") ? actionHeaders : PUBLIC_CACHE;
}

export function loader({ url }: Route.LoaderArgs) {
	requireCanonicalPath(url);
	return data(
		{
			isSent: url.searchParams.has("sent"),
			values: [...demoValues(url.searchParams.get("category"))],
			url: publicUrl(PATH),
		},
		{ headers: PUBLIC_CACHE },
	);
}

/** Checks the answers like a real form. Stores and sends nothing (product.md, rule 49). */
export async function action({ request }: Route.ActionArgs) {
	const values = valuesOf(await readForm(request));
	const checked = checkAnswers(DEMO_FIELDS, values);
	if (checked.ok) throw redirect(`${PATH}?sent`, 303);
	return data(
		{ values: [...values], errors: [...checked.errors] },
		{ status: 400, headers: { "Cache-Control": "no-store" } },
	);
}

export default function DemoForm({ loaderData, actionData }: Route.ComponentProps) {
	if (loaderData.isSent && !actionData) return <ThankYou />;
	return (
		<VisitorShell
			footer={
				<>
					An example of a support form, made with <a href={paths.home}>Smallprint</a>
				</>
			}
		>
			<p className="over">Pocket Garden</p>
			<h1>Contact Support</h1>
			<p className="meta">This is a demo: nothing that you enter is stored or sent.</p>
			<PublicForm
				pageTitle="Support form: an example · Smallprint"
				description="Tell us what happened, and we answer by mail."
				fields={DEMO_FIELDS}
				revision={1}
				values={new Map(actionData?.values ?? loaderData.values)}
				errors={new Map(actionData?.errors)}
				problem={null}
			/>
		</VisitorShell>
	);
}

function ThankYou() {
	return (
		<VisitorMessage
			title="Thank You!"
			text="This was a demo, so nothing was stored and nothing was sent. With a real form, a mail with a link now goes to the address that was entered; opening it starts the conversation."
		>
			<p>
				<a href={PATH}>Fill in the form again</a>
			</p>
			<p>
				<a href={paths.home}>Go to Smallprint</a>
			</p>
		</VisitorMessage>
	);
}
