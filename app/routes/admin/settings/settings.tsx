import { BuildCard } from "~/components/build-card";
import { ButtonLink } from "~/components/button";
import { ConfigurationCard } from "~/components/configuration-card";
import { OutboxCard } from "~/components/outbox-card";
import { PageTitle } from "~/components/page-title";
import { WebhooksCard } from "~/components/webhooks-card";
import { build } from "~/lib/build.server";
import { env } from "~/lib/env.server";
import { readKeyset } from "~/lib/keyset";
import { adminContext } from "~/middleware/admin";
import { readDatabaseState } from "~/models/database-state.server";
import { readOutbox } from "~/models/outbox-administration.server";
import { listWebhooks } from "~/models/stripe-event.server";
import { MAY_CHANGE_ACCOUNTS } from "~/schemas/admin-role";
import type { Route } from "./+types/settings";

export async function loader({ context, url }: Route.LoaderArgs) {
	const access = context.get(adminContext);
	const before = readKeyset(url);
	const [outbox, webhooks, database] = await Promise.all([
		readOutbox(access),
		listWebhooks(access, before),
		readDatabaseState(access),
	]);
	return {
		mayChange: MAY_CHANGE_ACCOUNTS.includes(access.adminRole),
		outbox,
		webhooks,
		isLater: before !== null,
		database,
		build: {
			version: build?.version ?? null,
			commit: build?.commit ?? null,
			node: process.version,
		},
		// Secrets are not for pages: nothing of env is shown that isn't named here.
		configuration: {
			mode: env.mode,
			appUrl: env.appUrl,
			supportEmail: env.supportEmail,
			mailFrom: env.mailFrom,
			mail: env.mail.by,
			payments: env.stripe.apiUrl ?? "Local till",
			prices: env.stripe.prices,
			trustProxy: env.trustProxy,
			generators: env.generators,
		},
	};
}

export default function AdminSettings({ loaderData }: Route.ComponentProps) {
	const { mayChange, outbox, webhooks, isLater, build, database, configuration } = loaderData;
	return (
		<div className="stack-l">
			<PageTitle title="Settings" />
			<div className="page-header">
				<div>
					<h1>Settings</h1>
				</div>
				{mayChange && <ButtonLink to="/admin/audit">Audit log</ButtonLink>}
			</div>
			<OutboxCard outbox={outbox} maySend={mayChange} />
			<WebhooksCard webhooks={webhooks} isLater={isLater} />
			<div className="grid-2 grid-start">
				<BuildCard build={build} database={database} />
				<ConfigurationCard configuration={configuration} />
			</div>
		</div>
	);
}
