import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { AnswerPage } from "#app/deletion-requests/components/answer-page.tsx";
import { requestsContext } from "#app/deletion-requests/middleware.ts";
import { refusalSchema } from "#app/deletion-requests/requests/answer-schema.ts";
import { invalid, readForm } from "#app/http/form.server.ts";
import { TextareaField } from "#app/ui/field/field.tsx";
import type { Route } from "./+types/refusal";
import { answer, readToAnswer } from "./answer-request.server.ts";

export async function loader({ context, params }: Route.LoaderArgs) {
	return { request: await readToAnswer(context.get(requestsContext), params, "refused") };
}

export async function action({ request, context, params }: Route.ActionArgs) {
	const submission = parseWithZod(await readForm(request), { schema: refusalSchema });
	if (submission.status !== "success") return invalid(submission);
	const { reason: text, shown } = submission.value;
	const given = { outcome: "refused", text, shown } as const;
	return answer(context.get(requestsContext), params, given, submission);
}

export default function Refusal({ loaderData, actionData }: Route.ComponentProps) {
	const { request } = loaderData;
	const [form, fields] = useForm<{ reason: string }>({
		id: "refusal",
		lastResult: actionData?.result,
	});
	return (
		<AnswerPage
			title="Refuse the request?"
			label="Refuse and tell them"
			isDangerous
			request={request}
			form={form}
			fields={
				<TextareaField
					field={fields.reason}
					label="Reason"
					hint="It stands in the mail, in the conversation and on the person’s status page."
					rows={5}
					dir="auto"
				/>
			}
		>
			<p>
				Many laws allow a refusal for few reasons only, such as invoices that must be kept, or an
				account that isn’t theirs. {request.email} gets your reason by mail, and reads there that
				they can turn to a data protection authority.
			</p>
			<p>A refused request can still become done.</p>
		</AnswerPage>
	);
}
