import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { z } from "zod";
import { MAY_CHANGE_ACCOUNTS } from "#app/accounts/admin-role.ts";
import { adminContext, requireRole } from "#app/admin/middleware.ts";
import { readAppOf } from "#app/admin/user-administration.server.ts";
import { restoreApp, tellRestored } from "#app/apps/app-restoration.server.ts";
import { errorPage } from "#app/http/error-content.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { readForm, refused } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";
import { Confirmation } from "#app/ui/frame/confirmation.tsx";
import type { Route } from "./+types/restoration";

export const middleware: Route.MiddlewareFunction[] = [requireRole(...MAY_CHANGE_ACCOUNTS)];

/** Returns the app named in the address. Throws a 404 if the account has no such app. */
async function requireAppOf({ context, params }: Route.LoaderArgs | Route.ActionArgs) {
	const { userId, appId } = params;
	const app = await readAppOf(context.get(adminContext), userId, appId);
	if (app) return app;
	throw errorPage(404, {
		title: "App not found",
		text: "This account has no such app. The account may have been deleted.",
		link: { to: paths.admin.users, label: "Back to the users" },
	});
}

export async function loader(args: Route.LoaderArgs) {
	return { ...(await requireAppOf(args)), userId: args.params.userId };
}

export async function action(args: Route.ActionArgs) {
	const { request, context, params } = args;
	await requireAppOf(args);
	const submission = parseWithZod(await readForm(request), { schema: z.object({}) });
	let restored: Awaited<ReturnType<typeof restoreApp>>;
	try {
		restored = await restoreApp(context.get(adminContext), params.appId);
	} catch (error) {
		return refused(submission, error);
	}
	throw await redirectWithFlash(paths.admin.user(params), {
		title: "App restored",
		text: tellRestored(restored),
	});
}

export default function Restoration({ loaderData, actionData }: Route.ComponentProps) {
	const { userId, ownerEmail, name, isInTrash } = loaderData;
	const [form] = useForm<Record<string, never>>({
		id: "restoration",
		lastResult: actionData?.result,
	});
	return (
		<Confirmation
			title={`Restore ${name}?`}
			label={isInTrash ? "Restore app" : null}
			cancelTo={paths.admin.user({ userId })}
			form={form}
			errorTitle={actionData?.title}
		>
			<p>
				{isInTrash
					? `The app of ${ownerEmail} comes back with its documents and forms, at its old address if that is still free. It counts toward the plan's limit as a new app does.`
					: `The app of ${ownerEmail} is not in the trash. There is nothing to restore.`}
			</p>
		</Confirmation>
	);
}
