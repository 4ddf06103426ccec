import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form } from "react-router";
import { MAY_CHANGE_ROLES } from "#app/accounts/admin-role.ts";
import { setRole } from "#app/admin/administration.server.ts";
import { adminContext, requireRole, userNotFound } from "#app/admin/middleware.ts";
import { roleGrantSchema } from "#app/admin/schema.ts";
import { readUser } from "#app/admin/user-administration.server.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { invalid, readForm, refused } from "#app/http/form.server.ts";
import { Button, ButtonLink } from "#app/ui/button/button.tsx";
import { Choices } from "#app/ui/field/choices.tsx";
import { ErrorSummary } from "#app/ui/field/error-summary.tsx";
import { BackLink } from "#app/ui/frame/back-link.tsx";
import { PageTitle } from "#app/ui/frame/page-title.tsx";
import type { Route } from "./+types/role";

export const middleware: Route.MiddlewareFunction[] = [requireRole(...MAY_CHANGE_ROLES)];

export async function loader({ context, params }: Route.LoaderArgs) {
	const user = await readUser(context.get(adminContext), params.userId);
	if (!user) throw userNotFound();
	return { userId: user.id, email: user.email, role: user.adminRole ?? "none" };
}

export async function action({ request, context, params }: Route.ActionArgs) {
	const submission = parseWithZod(await readForm(request), { schema: roleGrantSchema });
	if (submission.status !== "success") return invalid(submission);
	const { role } = submission.value;
	try {
		await setRole(context.get(adminContext), params.userId, role === "none" ? null : role);
	} catch (error) {
		return refused(submission, error);
	}
	throw await redirectWithFlash(`/admin/users/${params.userId}`, {
		tone: "success",
		text: role === "none" ? "The role is removed." : "The role is given.",
	});
}

export default function ChangeRole({ loaderData, actionData }: Route.ComponentProps) {
	const { userId, email, role } = loaderData;
	const [form, fields] = useForm<{ role: string }>({ id: "role", lastResult: actionData?.result });
	const back = `/admin/users/${userId}`;
	return (
		<div className="stack-l measure">
			<PageTitle title={`Role of ${email}`} hasError={actionData !== undefined} />
			<BackLink to={back}>Back</BackLink>
			<h1>Change role</h1>
			<p>{email} may do in the admin area what the role says, from the next click on.</p>
			<Form method="post" id={form.id} className="form" noValidate>
				<ErrorSummary form={form} fields={fields} />
				<Choices
					id={fields.role.id}
					name="role"
					legend="Role"
					value={role}
					choices={[
						{ value: "none", label: "None", hint: "No access to the admin area." },
						{
							value: "support",
							label: "Support",
							hint: "Sees everything but the audit log, and answers messages.",
						},
						{
							value: "admin",
							label: "Admin",
							hint: "Also suspends accounts, restores apps and gives plans.",
						},
						{ value: "super_admin", label: "Super admin", hint: "Also gives and removes roles." },
					]}
				/>
				<div className="cluster">
					<Button variant="primary">Save role</Button>
					<ButtonLink to={back}>Cancel</ButtonLink>
				</div>
			</Form>
		</div>
	);
}
