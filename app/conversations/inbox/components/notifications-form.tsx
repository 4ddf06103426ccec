import { type SubmissionResult, useForm } from "@conform-to/react";
import type { Notifications } from "#app/conversations/schema.ts";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/button/button.tsx";
import { CheckedForm } from "#app/ui/field/checked-form.tsx";
import { Choices } from "#app/ui/field/choices.tsx";

type NotificationsFormProps = { notifications: Notifications; result?: SubmissionResult };

/** How the account is told about visitors' messages. */
export function NotificationsForm({ notifications, result }: NotificationsFormProps) {
	const [form, fields] = useForm<{ notifications: Notifications }>({
		id: "notifications",
		lastResult: result,
	});
	return (
		<CheckedForm form={form} action={paths.account.notifications}>
			<Choices
				id={fields.notifications.id}
				name={fields.notifications.name}
				legend="Mail about messages"
				value={notifications}
				choices={CHOICES}
			/>
			<div className="cluster">
				<Button>Save notifications</Button>
			</div>
		</CheckedForm>
	);
}

const CHOICES = [
	{ value: "each", label: "Each message at once" },
	{
		value: "daily",
		label: "One mail a day",
		hint: "At 07:00 UTC, and only while something waits for your reply.",
	},
	{ value: "none", label: "No mail", hint: "What waits is under Messages all the same." },
] satisfies { value: Notifications; label: string; hint?: string }[];
