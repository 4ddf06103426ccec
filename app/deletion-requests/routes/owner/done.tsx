import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { AnswerPage } from "#app/deletion-requests/components/answer-page.tsx";
import { requestsContext } from "#app/deletion-requests/middleware.ts";
import { doneSchema } from "#app/deletion-requests/requests/answer-schema.ts";
import { invalid, readForm } from "#app/http/form.server.ts";
import { clock } from "#app/platform/clock.server.ts";
import { formatLongDate } from "#app/platform/time.ts";
import { TextareaField } from "#app/ui/field/field.tsx";
import type { Route } from "./+types/done";
import { answer, readToAnswer } from "./answer-request.server.ts";

export async function loader({ context, params }: Route.LoaderArgs) {
	const request = await readToAnswer(context.get(requestsContext), params, "done");
	const what =
		request.scope === "part" ? "The data that you named was" : "Your account and its data were";
	const kept = request.kept && `\n\nWhat is kept, and for how long:\n${request.kept}`;
	return { request, offered: `${what} deleted on ${formatLongDate(clock.now())}.${kept}` };
}

export async function action({ request, context, params }: Route.ActionArgs) {
	const submission = parseWithZod(await readForm(request), { schema: doneSchema });
	if (submission.status !== "success") return invalid(submission);
	const given = { outcome: "done", ...submission.value } as const;
	return answer(context.get(requestsContext), params, given, submission);
}

export default function Done({ loaderData, actionData }: Route.ComponentProps) {
	const { request, offered } = loaderData;
	const [form, fields] = useForm<{ text: string }>({
		id: "done",
		lastResult: actionData?.result,
		defaultValue: { text: offered },
	});
	return (
		<AnswerPage
			title="Deleted: tell them"
			label="Mark as done and tell them"
			request={request}
			form={form}
			fields={
				<TextareaField
					field={fields.text}
					label="What you tell them"
					hint="It stands in the mail and in the conversation. You can change it here."
					rows={6}
					dir="auto"
				/>
			}
		>
			<p>
				Please delete the data in your app first. This page deletes nothing there: it tells{" "}
				{request.email} that it is done, which can’t be undone.
			</p>
		</AnswerPage>
	);
}
