import { MAY_CHANGE_ACCOUNTS } from "#app/accounts/admin-role.ts";
import { BuildCard } from "#app/admin/components/build-card.tsx";
import { ConfigurationCard } from "#app/admin/components/configuration-card.tsx";
import { OutboxCard } from "#app/admin/components/outbox-card.tsx";
import { WebhooksCard } from "#app/admin/components/webhooks-card.tsx";
import { readDatabaseState } from "#app/admin/database-state.server.ts";
import { adminContext } from "#app/admin/middleware.ts";
import { readOutbox } from "#app/admin/outbox-administration.server.ts";
import { listWebhooks } from "#app/billing/stripe-event.server.ts";
import { paths } from "#app/paths.ts";
import { build } from "#app/platform/build.server.ts";
import { readSecretChange } from "#app/platform/crypto/seal-anew.server.ts";
import { readKeyset } from "#app/platform/db/keyset.ts";
import { env } from "#app/platform/env/env.server.ts";
import { ButtonLink } from "#app/ui/button/button.tsx";
import { Page } from "#app/ui/frame/page.tsx";
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
		// The page shows only the variables named here, so no secret appears on it.
		configuration: {
			mode: env.mode,
			appUrl: env.appUrl,
			supportEmail: env.supportEmail,
			mailFrom: env.mailFrom,
			mail: describeCarrier(),
			mailIn: describeInbound(),
			broadcastStream: env.smtp ? null : env.postmark.broadcastStream,
			payments: env.mode === "local" ? "Local till" : env.stripe.apiUrl,
			prices: env.stripe.prices,
			trustProxy: env.trustProxy,
			generators: env.generators,
			secretChange: readSecretChange(),
		},
	};
}

function describeCarrier(): string {
	if (env.mode === "local") return "Local mailbox";
	return env.smtp ? `SMTP, ${env.smtp.host}:${env.smtp.port}` : "Postmark";
}

function describeInbound(): string {
	const { domain, postmarkSecret, secret, authservId } = env.inbound;
	if (!domain) return "no";
	if (env.mode === "local") return "Local mailbox";
	const server = authservId ?? "a mail server that vouches for nobody (INBOUND_AUTHSERV_ID)";
	const doors = [...(postmarkSecret ? ["Postmark"] : []), ...(secret ? [server] : [])];
	return `at ${domain}, by ${doors.join(" and ")}`;
}

export default function AdminSettings({ loaderData }: Route.ComponentProps) {
	const { mayChange, outbox, webhooks, isLater, build, database, configuration } = loaderData;
	return (
		<Page
			title="Settings"
			actions={mayChange && <ButtonLink to={paths.admin.audit}>Audit log</ButtonLink>}
		>
			<OutboxCard outbox={outbox} maySend={mayChange} />
			<WebhooksCard webhooks={webhooks} isLater={isLater} />
			<div className="grid-2 grid-start">
				<BuildCard build={build} database={database} />
				<ConfigurationCard configuration={configuration} />
			</div>
		</Page>
	);
}
