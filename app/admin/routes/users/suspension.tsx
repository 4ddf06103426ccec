import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { MAY_CHANGE_ACCOUNTS } from "#app/accounts/admin-role.ts";
import { liftSuspension, suspendUser } from "#app/admin/administration.server.ts";
import { adminContext, requireRole, userNotFound } from "#app/admin/middleware.ts";
import { suspensionSchema } from "#app/admin/schema.ts";
import { readUser } from "#app/admin/user-administration.server.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { invalid, readForm, refused } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";
import { env } from "#app/platform/env/env.server.ts";
import { TextareaField } from "#app/ui/field/field.tsx";
import { Confirmation } from "#app/ui/frame/confirmation.tsx";
import type { Route } from "./+types/suspension";

export const middleware: Route.MiddlewareFunction[] = [requireRole(...MAY_CHANGE_ACCOUNTS)];

export async function loader({ context, params }: Route.LoaderArgs) {
	const user = await readUser(context.get(adminContext), params.userId);
	if (!user) throw userNotFound();
	return {
		userId: user.id,
		email: user.email,
		act: user.suspendedAt ? ("lift" as const) : ("suspend" as const),
		isSubscribed: user.paid !== null,
		supportEmail: env.supportEmail,
	};
}

export async function action({ request, context, params }: Route.ActionArgs) {
	const submission = parseWithZod(await readForm(request), { schema: suspensionSchema });
	if (submission.status !== "success") return invalid(submission);
	const { act, reason } = submission.value;
	const verb = act === "suspend" ? suspendUser : liftSuspension;
	try {
		await verb(context.get(adminContext), params.userId, reason);
	} catch (error) {
		return refused(submission, error);
	}
	throw await redirectWithFlash(
		paths.admin.user(params),
		act === "suspend"
			? "The account is suspended. Its pages now return “not found”."
			: "The suspension is lifted. Everything is back.",
	);
}

export default function Suspension({ loaderData, actionData }: Route.ComponentProps) {
	const { userId, email, act, isSubscribed, supportEmail } = loaderData;
	const [form, fields] = useForm<{ reason: string; act: string }>({
		id: "suspension",
		lastResult: actionData?.result,
	});
	const isSuspending = act === "suspend";
	return (
		<Confirmation
			title={isSuspending ? `Suspend ${email}?` : `Lift the suspension of ${email}?`}
			label={isSuspending ? "Suspend account" : "Lift suspension"}
			isDangerous={isSuspending}
			cancelTo={paths.admin.user({ userId })}
			form={form}
			hidden={{ act }}
			fields={
				<TextareaField
					field={fields.reason}
					label="Reason"
					hint="For the audit log. The owner does not see it."
					rows={3}
					dir="auto"
				/>
			}
		>
			{isSuspending ? (
				<div className="stack">
					<p>
						Every browser is signed out at once, and signing in says that the account is suspended
						and to write to {supportEmail}. Its public pages, forms and conversations return “not
						found”.
					</p>
					<p>Nothing is deleted: when the suspension is lifted, everything is as it was before.</p>
					{isSubscribed && (
						<p>
							The subscription at Stripe continues and is charged. Cancel it at Stripe if it should
							end.
						</p>
					)}
				</div>
			) : (
				<p>
					The owner can sign in again, and every page, form and conversation is back at its address.
				</p>
			)}
		</Confirmation>
	);
}
