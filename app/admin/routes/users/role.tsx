import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { MAY_CHANGE_ROLES } from "#app/accounts/admin-role.ts";
import { setRole } from "#app/admin/administration.server.ts";
import { adminContext, requireRole, userNotFound } from "#app/admin/middleware.ts";
import { roleGrantSchema } from "#app/admin/schema.ts";
import { readUser } from "#app/admin/user-administration.server.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { invalid, readForm, refused } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";
import { Choices } from "#app/ui/field/choices.tsx";
import { Confirmation } from "#app/ui/frame/confirmation.tsx";
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
	throw await redirectWithFlash(
		paths.admin.user(params),
		role === "none" ? "The role is removed." : "The role is given.",
	);
}

export default function ChangeRole({ loaderData, actionData }: Route.ComponentProps) {
	const { userId, email, role } = loaderData;
	const [form, fields] = useForm<{ role: string }>({ id: "role", lastResult: actionData?.result });
	return (
		<Confirmation
			title={`Role of ${email}`}
			heading="Change role"
			label="Save role"
			cancelTo={paths.admin.user({ userId })}
			form={form}
			fields={
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
			}
		>
			<p>{email} may do in the admin area what the role says, from the next click on.</p>
		</Confirmation>
	);
}
