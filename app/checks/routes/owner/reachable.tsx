import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { z } from "zod";
import { appContext } from "#app/apps/middleware.ts";
import {
	AddressList,
	describeOutcomes,
	OutcomeList,
} from "#app/checks/components/outcome-list.tsx";
import type { Outcome } from "#app/checks/outside/ask-each.server.ts";
import { askPages, hasPublicAddress, readPages } from "#app/checks/outside/reachable.server.ts";
import { readForm, refused } from "#app/http/form.server.ts";
import { type Reply, replyWith } from "#app/http/reply.ts";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/button/button.tsx";
import { CheckedForm } from "#app/ui/field/checked-form.tsx";
import { Page } from "#app/ui/frame/page.tsx";
import type { Route } from "./+types/reachable";

const INTRO =
	"The stores want each page at an https address, without a redirect, and quick. Google, Meta and Apple read it by programs of theirs. Smallprint asks the pages by their public addresses, and robots.txt. It can't say whether other countries reach them.";

/** What a press came to, once there was one. */
type Checked = Partial<Reply<{ outcomes: Outcome[] | null }>>;

export async function loader({ context }: Route.LoaderArgs) {
	const access = context.get(appContext);
	return {
		appName: access.app.name,
		pages: await readPages(access),
		hasPublicAddress: hasPublicAddress(),
	};
}

export async function action({ request, context }: Route.ActionArgs) {
	const submission = parseWithZod(await readForm(request), { schema: z.object({}) });
	try {
		const outcomes = await askPages(context.get(appContext), request.signal);
		return replyWith({ result: submission.reply(), outcomes });
	} catch (error) {
		return refused(submission, error);
	}
}

export default function Reachable({ loaderData, actionData, params }: Route.ComponentProps) {
	const { appName, pages } = loaderData;
	const { outcomes, result }: Checked = actionData ?? {};
	const [form] = useForm({ id: "reachable", lastResult: result });
	return (
		<Page
			title={`Can the pages of ${appName} be reached?`}
			heading="Can the pages be reached?"
			back={{ to: paths.checks.all(params), label: "Checks" }}
			isNarrow
			hasError={result?.status === "error"}
		>
			<p role="status">{outcomes ? describeOutcomes(outcomes) : INTRO}</p>
			{outcomes ? <OutcomeList outcomes={outcomes} /> : <AddressList addresses={pages} />}
			{loaderData.hasPublicAddress ? (
				<CheckedForm form={form}>
					<div className="cluster">
						<Button variant="primary">{outcomes ? "Ask again" : "Ask the pages"}</Button>
					</div>
				</CheckedForm>
			) : (
				<p>
					This cannot be told here: in local mode, Smallprint is on this computer alone, and nobody
					reaches it from outside.
				</p>
			)}
		</Page>
	);
}
