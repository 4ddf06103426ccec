import { parseWithZod } from "@conform-to/zod/v4";
import type { UserAccess } from "#app/accounts/access.server.ts";
import {
	checkAccountName,
	type MovedAddresses,
	saveAccountName,
} from "#app/accounts/account-name.server.ts";
import { accountNameSchema } from "#app/accounts/account-name.ts";
import { type Availability, suggestAccountName } from "#app/accounts/account-name-rules.ts";
import { AccountNameForm } from "#app/accounts/components/account-name-form.tsx";
import { userContext } from "#app/accounts/middleware.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { invalid, readForm, refused, unknownButton } from "#app/http/form.server.ts";
import { type Reply, replyWith } from "#app/http/reply.ts";
import { paths } from "#app/paths.ts";
import { describeMoved } from "#app/platform/count.ts";
import { env } from "#app/platform/env.server.ts";
import { ButtonLink } from "#app/ui/button/button.tsx";
import { Page } from "#app/ui/frame/page.tsx";
import type { Route } from "./+types/account-name";

export function loader({ context }: Route.LoaderArgs) {
	const { accountName, email } = context.get(userContext);
	return { accountName, suggestion: suggestAccountName(email), appUrl: env.appUrl };
}

export async function action({ request, context }: Route.ActionArgs) {
	const access = context.get(userContext);
	const formData = await readForm(request);
	const submission = parseWithZod(formData, { schema: accountNameSchema });
	if (submission.status !== "success") return invalid(submission);
	const name = submission.value.account_name;
	const intent = formData.get("intent");
	if (intent !== null && intent !== "save" && intent !== "check") throw unknownButton();
	if (intent === "check") {
		const availability = await checkAccountName(access, name);
		const result = submission.reply();
		const initialValue = { account_name: availability.slug || name };
		return replyWith({ result: { ...result, initialValue }, availability });
	}
	let moved: MovedAddresses;
	try {
		moved = await saveAccountName(access, name);
	} catch (error) {
		return refused(submission, error, {
			unexpected: "Failed to save account name. Please try again.",
		});
	}
	throw await redirectWithFlash(paths.dashboard, describeSaved(access, formData, moved));
}

function describeSaved({ accountName }: UserAccess, formData: FormData, moved: MovedAddresses) {
	// A double click's second POST finds the name set, but its form was rendered without one.
	const isFirst = accountName === null || formData.get("renamed_from") === "";
	return isFirst
		? { title: "Account name created", text: "Your account name has been successfully created!" }
		: { title: "Account name updated", text: describeMoved(moved) };
}

export default function AccountName({ loaderData, actionData }: Route.ComponentProps) {
	const reply: Reply<{ availability: Availability }> | undefined = actionData;
	const hasError = reply?.result.status === "error";
	return (
		<Page
			title="Set Up Your Account Name"
			intro="It is the first part of the address of everything you publish."
			back={{ to: paths.dashboard, label: "Back to Dashboard" }}
			actions={<ButtonLink to={paths.account.settings}>Settings</ButtonLink>}
			isNarrow
			hasError={hasError}
		>
			<AccountNameForm
				current={loaderData.accountName}
				suggestion={loaderData.suggestion}
				appUrl={loaderData.appUrl}
				result={reply?.result}
				availability={reply?.availability}
			/>
		</Page>
	);
}
