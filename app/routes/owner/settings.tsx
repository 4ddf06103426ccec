import { AccountNameForm } from "~/components/account-name-form";
import { BackLink } from "~/components/back-link";
import { BillingCard } from "~/components/billing-card";
import { Button } from "~/components/button";
import { Card } from "~/components/card";
import { PageTitle } from "~/components/page-title";
import { env } from "~/lib/env.server";
import { userContext } from "~/middleware/user";
import { readBilling } from "~/models/billing.server";
import { suggestAccountName } from "~/schemas/account-name-rules";
import type { Route } from "./+types/settings";

export async function loader({ context }: Route.LoaderArgs) {
	const access = context.get(userContext);
	const { email, accountName } = access;
	return {
		email,
		accountName,
		suggestion: suggestAccountName(email),
		appUrl: env.appUrl,
		billing: await readBilling(access),
	};
}

export default function Settings({ loaderData }: Route.ComponentProps) {
	return (
		<div className="stack-l measure">
			<PageTitle title="Settings" />
			<BackLink to="/dashboard">Back to Dashboard</BackLink>
			<h1>Settings</h1>
			<Card title="Profile">
				<p>
					Signed in as <strong>{loaderData.email}</strong>
				</p>
				<AccountNameForm
					current={loaderData.accountName}
					suggestion={loaderData.suggestion}
					appUrl={loaderData.appUrl}
				/>
			</Card>
			<Card title="Security">
				<p>
					To choose a new password, <a href="/auth/forgot">have a link mailed to you</a>.
				</p>
				<form method="post" action="/auth/sign-out">
					<Button>Sign Out</Button>
				</form>
			</Card>
			<BillingCard billing={loaderData.billing} />
		</div>
	);
}
