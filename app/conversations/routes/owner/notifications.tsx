import { parseWithZod } from "@conform-to/zod/v4";
import { SettingsPage } from "#app/accounts/components/settings-page.tsx";
import { userContext } from "#app/accounts/middleware.ts";
import { NotificationsForm } from "#app/conversations/inbox/components/notifications-form.tsx";
import {
	readNotifications,
	saveNotifications,
} from "#app/conversations/inbox/notifications.server.ts";
import { notificationsSchema } from "#app/conversations/schema.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { invalid, readForm, refused } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";
import type { Route } from "./+types/notifications";

export async function loader({ context }: Route.LoaderArgs) {
	return { notifications: await readNotifications(context.get(userContext)) };
}

export async function action({ request, context }: Route.ActionArgs) {
	const submission = parseWithZod(await readForm(request), { schema: notificationsSchema });
	if (submission.status !== "success") return invalid(submission);
	try {
		await saveNotifications(context.get(userContext), submission.value.notifications);
	} catch (error) {
		return refused(submission, error, { unexpected: "Failed to save notifications." });
	}
	throw await redirectWithFlash(paths.account.notifications, "Notifications saved.");
}

export default function NotificationSettings({ loaderData, actionData }: Route.ComponentProps) {
	return (
		<SettingsPage title="Notifications" current="Notifications" hasError={actionData !== undefined}>
			<NotificationsForm notifications={loaderData.notifications} result={actionData?.result} />
		</SettingsPage>
	);
}
