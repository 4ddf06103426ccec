import { suggestAccountName } from "#app/accounts/account-name/account-name.server.ts";
import { answerAccountName } from "#app/accounts/account-name/account-name-form.server.ts";
import type { Availability } from "#app/accounts/account-name/account-name-rules.ts";
import { AccountNameForm } from "#app/accounts/components/account-name-form.tsx";
import { userContext } from "#app/accounts/middleware.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { readForm } from "#app/http/form.server.ts";
import type { Reply } from "#app/http/reply.ts";
import { paths } from "#app/paths.ts";
import { env } from "#app/platform/env/env.server.ts";
import { ButtonLink } from "#app/ui/button/button.tsx";
import { Page } from "#app/ui/frame/page.tsx";
import type { Route } from "./+types/account-name";

export async function loader({ context }: Route.LoaderArgs) {
	const access = context.get(userContext);
	return {
		accountName: access.accountName,
		suggestion: await suggestAccountName(access),
		appUrl: env.appUrl,
	};
}

export async function action({ request, context }: Route.ActionArgs) {
	const answer = await answerAccountName(context.get(userContext), await readForm(request));
	if ("reply" in answer) return answer.reply;
	throw await redirectWithFlash(paths.dashboard, answer.flash);
}

export default function AccountName({ loaderData, actionData }: Route.ComponentProps) {
	const reply: Reply<{ availability: Availability }> | undefined = actionData;
	const hasError = reply?.result.status === "error";
	return (
		<Page
			title="Set Up Your Account Name"
			intro={
				loaderData.accountName === null
					? "Please set up your account name to create apps and forms with shareable links."
					: "It is the first part of the address of everything you publish."
			}
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
