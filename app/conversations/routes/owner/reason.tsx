import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { redirect } from "react-router";
import { reasonSchema } from "#app/admin/schema.ts";
import { giveReason, mayRead } from "#app/conversations/conversation-access.server.ts";
import { answererContext, requireAnswerer } from "#app/conversations/middleware.ts";
import { invalid, readForm, refused } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";
import { TextareaField } from "#app/ui/field/field.tsx";
import { Confirmation } from "#app/ui/frame/confirmation.tsx";
import type { Route } from "./+types/reason";

export const middleware: Route.MiddlewareFunction[] = [requireAnswerer];

export async function loader({ context, params }: Route.LoaderArgs) {
	if (await mayRead(context.get(answererContext)))
		throw redirect(paths.conversation.thread(params));
	return null;
}

export async function action({ request, context, params }: Route.ActionArgs) {
	const submission = parseWithZod(await readForm(request), { schema: reasonSchema });
	if (submission.status !== "success") return invalid(submission);
	const access = context.get(answererContext);
	try {
		if (!(await mayRead(access))) await giveReason(access, submission.value.reason);
	} catch (error) {
		return refused(submission, error);
	}
	throw redirect(paths.conversation.thread(params), 303);
}

export default function ReasonToRead({ actionData }: Route.ComponentProps) {
	const [form, fields] = useForm<{ reason: string }>({
		id: "reason",
		lastResult: actionData?.result,
	});
	return (
		<Confirmation
			title="Why do you open this conversation?"
			label="Open conversation"
			cancelTo={paths.admin.overview}
			form={form}
			fields={
				<TextareaField
					field={fields.reason}
					label="Reason"
					hint="For the audit log, such as “The owner asked for help by mail on 3 March.” It is asked for once a day."
					rows={3}
					dir="auto"
				/>
			}
		>
			<p>
				It belongs to another account. A visitor wrote to its owner, and did not expect anybody else
				to read it.
			</p>
		</Confirmation>
	);
}
