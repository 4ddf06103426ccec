import { Form, Link } from "react-router";
import { Button, ButtonLink } from "~/components/button";
import { Card } from "~/components/card";
import { Figure, formatCount } from "~/components/figure";
import { OlderPage } from "~/components/older-page";
import { PageTitle } from "~/components/page-title";
import { TableRegion } from "~/components/table-region";
import { build } from "~/lib/build.server";
import { env } from "~/lib/env.server";
import { readKeyset } from "~/lib/keyset";
import { toQuery } from "~/lib/query";
import { formatDateTime } from "~/lib/time";
import { adminContext } from "~/middleware/admin";
import { listWebhooks, readDatabaseState } from "~/models/operation.server";
import { readOutbox } from "~/models/outbox-administration.server";
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
			mail: env.postmark ? "Postmark" : "Local mailbox",
			payments: env.stripe.apiUrl ?? "Local till",
			prices: env.stripe.prices,
			trustProxy: env.trustProxy,
			generators: env.generators,
		},
	};
}

type Data = Route.ComponentProps["loaderData"];

export default function AdminSettings({ loaderData }: Route.ComponentProps) {
	return (
		<div className="stack-l">
			<PageTitle title="Settings" />
			<div className="page-header">
				<div>
					<h1>Settings</h1>
				</div>
				{loaderData.mayChange && <ButtonLink to="/admin/audit">Audit log</ButtonLink>}
			</div>
			<Outbox {...loaderData} />
			<Webhooks {...loaderData} />
			<div className="grid-2 grid-start">
				<State {...loaderData} />
				<Configuration {...loaderData} />
			</div>
		</div>
	);
}

function Outbox({ outbox, mayChange }: Data) {
	return (
		<Card title="Mail">
			<dl className="figures">
				<Figure label="Waiting" value={formatCount(outbox.waiting)} />
				<Figure label="Failed" value={formatCount(outbox.failed)} />
				<Figure label="Sent today" value={formatCount(outbox.sentToday)} />
			</dl>
			{outbox.mails.length > 0 && (
				<>
					<ul className="item-list">
						{outbox.mails.map((mail) => (
							<li key={mail.id}>
								<span className="item-title" dir="auto">
									{mail.subject}
								</span>
								{mayChange && (
									<Form method="post" action={`/admin/settings/mail/${mail.id}`}>
										<button type="submit" className="link-button">
											Send again
											<span className="visually-hidden"> to {mail.recipient}</span>
										</button>
									</Form>
								)}
								<span className="item-text">
									To {mail.recipient} · {mail.kind} · tried {mail.attempts}{" "}
									{mail.attempts === 1 ? "time" : "times"}
									{mail.failedAt && `, given up ${formatDateTime(mail.failedAt)}`}
									{mail.lastError && `: ${mail.lastError}`}
								</span>
							</li>
						))}
					</ul>
					{outbox.failed > outbox.mails.length && (
						<p className="muted small">
							These are the {outbox.mails.length} that failed last, of {outbox.failed}.
						</p>
					)}
					{mayChange && (
						<Form method="post" action="/admin/settings/mail" className="cluster">
							<Button>Send all again</Button>
							<span className="muted small">
								A link in an old mail may be over. A mail older than three days is tried once.
							</span>
						</Form>
					)}
				</>
			)}
		</Card>
	);
}

function Webhooks({ webhooks, isLater }: Data) {
	return (
		<Card title="Stripe webhooks" id="webhooks">
			{webhooks.events.length === 0 ? (
				<p className="muted">None received.</p>
			) : (
				<TableRegion label="Stripe webhooks">
					<thead>
						<tr>
							<th scope="col">Type</th>
							<th scope="col">Account</th>
							<th scope="col">Received</th>
						</tr>
					</thead>
					<tbody>
						{webhooks.events.map(({ id, type, customerId, account, receivedAt }) => (
							<tr key={id}>
								<th scope="row">
									{type}
									<span className="row-note mono">{id}</span>
								</th>
								<td>
									{account ? (
										<Link to={`/admin/users/${account.id}`}>{account.email}</Link>
									) : (
										<span className="muted">{customerId ?? "none"}</span>
									)}
								</td>
								<td className="nowrap">
									<time dateTime={receivedAt.toISOString()}>{formatDateTime(receivedAt)}</time>
								</td>
							</tr>
						))}
					</tbody>
				</TableRegion>
			)}
			<OlderPage
				isLater={isLater}
				to={webhooks.next && `${toQuery({ before: webhooks.next })}#webhooks`}
				firstTo="/admin/settings#webhooks"
			/>
		</Card>
	);
}

function State({ build: built, database }: Data) {
	return (
		<Card title="Build and database">
			<dl className="facts">
				<dt>Version</dt>
				<dd>{built.version ?? "run from source"}</dd>
				<dt>Commit</dt>
				<dd className="mono">{built.commit ?? "unknown"}</dd>
				<dt>Node</dt>
				<dd>{built.node}</dd>
				<dt>Journal mode</dt>
				<dd>{database.journalMode}</dd>
				<dt>On disk</dt>
				<dd>
					{formatBytes(database.bytes)}, and {formatBytes(database.logBytes)} of log
				</dd>
				<dt>Replication</dt>
				<dd>{formatReplication(database.replication)}</dd>
			</dl>
			<details>
				<summary>{database.migrations.length} migrations applied</summary>
				<ul className="plain-list mono">
					{database.migrations.map((name) => (
						<li key={name}>{name}</li>
					))}
				</ul>
			</details>
		</Card>
	);
}

function formatReplication(replication: Data["database"]["replication"]): string {
	const { kind, lagMs, position } = replication;
	if (position === null) return "primary, without replicas";
	const at = `at transaction ${Number.parseInt(position, 16)}`;
	const seconds = `${Math.max(0, lagMs / 1000).toFixed(1)} s`;
	if (kind === "primary") return `primary, ${at}`;
	return kind === "replica"
		? `replica of ${replication.primary}, ${at}, heard of it ${seconds} ago`
		: `cut off from the primary for ${seconds}, ${at}`;
}

function Configuration({ configuration }: Data) {
	const { generators, prices } = configuration;
	return (
		<Card title="Configuration">
			<dl className="facts">
				<dt>Mode</dt>
				<dd>{configuration.mode}</dd>
				<dt>Address</dt>
				<dd>{configuration.appUrl}</dd>
				<dt>Support</dt>
				<dd>{configuration.supportEmail}</dd>
				<dt>Mail from</dt>
				<dd>{configuration.mailFrom}</dd>
				<dt>Mail by</dt>
				<dd>{configuration.mail}</dd>
				<dt>Payments by</dt>
				<dd>{configuration.payments}</dd>
				<dt>Price of Basic</dt>
				<dd className="mono">{prices.basic}</dd>
				<dt>Price of Pro</dt>
				<dd className="mono">{prices.pro}</dd>
				<dt>Trusts a proxy</dt>
				<dd>{configuration.trustProxy ? "yes" : "no"}</dd>
				<dt>Generators</dt>
				<dd>{[generators.privacy, generators.terms, generators.legal].join(", ")}</dd>
			</dl>
			<p className="muted small">From the environment. Secrets are not shown.</p>
		</Card>
	);
}

function formatBytes(bytes: number): string {
	return `${(bytes / 1_000_000).toLocaleString("en-GB", { maximumFractionDigits: 1 })} MB`;
}
