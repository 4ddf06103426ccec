import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Link } from "react-router";
import { appContext } from "#app/apps/middleware.ts";
import {
	AddressList,
	describeOutcomes,
	OutcomeList,
} from "#app/checks/components/outcome-list.tsx";
import type { Outcome } from "#app/checks/outside/ask-each.server.ts";
import { askLinks, listTitles, readLinks } from "#app/checks/outside/links-answer.server.ts";
import { linksSchema } from "#app/checks/schema.ts";
import { documentNotFound } from "#app/documents/middleware.ts";
import { invalid, readForm, refused } from "#app/http/form.server.ts";
import { type Reply, replyWith } from "#app/http/reply.ts";
import { paths } from "#app/paths.ts";
import { plural } from "#app/platform/count.ts";
import { Button } from "#app/ui/button/button.tsx";
import { CheckedForm } from "#app/ui/field/checked-form.tsx";
import { HiddenFields } from "#app/ui/field/hidden-fields.tsx";
import { Page } from "#app/ui/frame/page.tsx";
import type { Route } from "./+types/links";

/** What a press came to, once there was one. */
type Checked = Partial<Reply<{ outcomes: Outcome[] | null }>>;

export async function loader({ context, url }: Route.LoaderArgs) {
	const access = context.get(appContext);
	const documentId = url.searchParams.get("document");
	if (documentId === null) return { document: null, titles: await listTitles(access) };
	const document = await readLinks(access, documentId);
	if (!document) throw await documentNotFound(access.appId);
	return { document: { ...document, id: documentId }, titles: [] };
}

export async function action({ request, context }: Route.ActionArgs) {
	const access = context.get(appContext);
	const submission = parseWithZod(await readForm(request), { schema: linksSchema });
	if (submission.status !== "success") return invalid(submission);
	try {
		const outcomes = await askLinks(access, submission.value.document, request.signal);
		if (!outcomes) throw await documentNotFound(access.appId);
		return replyWith({ result: submission.reply(), outcomes });
	} catch (error) {
		return refused(submission, error);
	}
}

export default function Links({ loaderData, actionData, params }: Route.ComponentProps) {
	const { document, titles } = loaderData;
	const { outcomes, result }: Checked = actionData ?? {};
	const [form] = useForm({ id: "links", lastResult: result });
	return (
		<Page
			title={document ? `Links of ${document.title}` : "Links"}
			heading="Do the links answer?"
			intro={document?.title}
			back={{ to: paths.checks.all({ ...params, documentId: document?.id }), label: "Checks" }}
			isNarrow
			hasError={result?.status === "error"}
		>
			<p role="status">{outcomes ? describeOutcomes(outcomes) : describe(document)}</p>
			{outcomes && <OutcomeList outcomes={outcomes} />}
			{document && !outcomes && <AddressList addresses={document.links} />}
			{document && document.count > 0 && (
				<CheckedForm form={form}>
					<HiddenFields values={{ document: document.id }} />
					<div className="cluster">
						<Button variant="primary">{outcomes ? "Ask again" : "Ask the sites"}</Button>
					</div>
				</CheckedForm>
			)}
			{titles.length > 0 && (
				<ul className="item-list">
					{titles.map(({ id, title }) => (
						<li key={id}>
							<Link
								className="item-title"
								to={paths.checks.links({ ...params, documentId: id })}
								dir="auto"
							>
								{title}
							</Link>
						</li>
					))}
				</ul>
			)}
		</Page>
	);
}

/** Says what a press would do. */
function describe(document: { count: number; links: string[] } | null): string {
	if (document === null) return "Choose the document whose links you want to check.";
	const { count, links } = document;
	if (count === 0) return "The public text links to no other site.";
	const most = count > links.length ? `The first ${links.length} are asked. ` : "";
	return `The public text has ${plural(count, "link")} to other sites. ${most}Smallprint asks each site whether the page is there, and stores nothing.`;
}
