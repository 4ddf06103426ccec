import { Link } from "react-router";
import type { listWebhooks } from "#app/billing/stripe-event.server.ts";
import { toQuery } from "#app/http/query.ts";
import { paths } from "#app/paths.ts";
import { formatDateTime } from "#app/platform/time.ts";
import { Card } from "#app/ui/list/card.tsx";
import { OlderPage } from "#app/ui/list/older-page.tsx";
import { TableRegion } from "#app/ui/table/table-region.tsx";

type WebhooksCardProps = {
	webhooks: Awaited<ReturnType<typeof listWebhooks>>;
	/** Whether this is a later page of the list. */
	isLater: boolean;
};

/** The latest webhooks from Stripe, newest first. */
export function WebhooksCard({ webhooks, isLater }: WebhooksCardProps) {
	return (
		<Card title="Stripe webhooks" id="webhooks">
			{webhooks.events.length === 0 ? (
				<p className="muted">None received.</p>
			) : (
				<TableRegion label="Stripe webhooks" columns={["Type", "Account", "Received"]}>
					{webhooks.events.map(({ id, type, customerId, account, receivedAt }) => (
						<tr key={id}>
							<th scope="row">
								{type}
								<span className="row-note mono">{id}</span>
							</th>
							<td>
								{account ? (
									<Link to={paths.admin.user({ userId: account.id })}>{account.email}</Link>
								) : (
									<span className="muted">{customerId ?? "none"}</span>
								)}
							</td>
							<td className="nowrap">
								<time dateTime={receivedAt.toISOString()}>{formatDateTime(receivedAt)}</time>
							</td>
						</tr>
					))}
				</TableRegion>
			)}
			<OlderPage
				isLater={isLater}
				to={webhooks.next && `${toQuery({ before: webhooks.next })}#webhooks`}
				firstTo={`${paths.admin.settings}#webhooks`}
			/>
		</Card>
	);
}
