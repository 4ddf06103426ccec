import { SubscriptionState } from "#app/billing/components/subscription-state.tsx";
import { formatDateTime, SECOND_MS } from "#app/platform/time.ts";
import { NarrowShell } from "#app/ui/frame/page-shell.tsx";
import { Badge } from "#app/ui/list/badge.tsx";
import { EmptyState } from "#app/ui/list/empty-state.tsx";
import { describeTill } from "../../../local/stripe/hosted.ts";
import type { Route } from "./+types/till";
import { atTill } from "./at-till.server.ts";
import { TILL_NOTE } from "./note.ts";

export const meta: Route.MetaFunction = () => [{ title: "Local till · Smallprint" }];

export function loader() {
	return atTill(describeTill);
}

export default function Till({ loaderData }: Route.ComponentProps) {
	const { customers, events } = loaderData;
	return (
		<NarrowShell title="Local till" intro={TILL_NOTE}>
			{customers.length === 0 ? (
				<EmptyState title="No customers yet" text="Upgrade an account, and it appears here." />
			) : (
				<section className="stack">
					<h2>Customers</h2>
					<ul className="item-list">
						{customers.map((customer) => (
							<li key={customer.id}>
								<span className="item-title">{customer.email ?? customer.id}</span>
								<span className="item-side">
									{customer.isDeleted ? (
										<Badge>Deleted</Badge>
									) : (
										customer.subscriptions.length === 0 && <Badge>No subscription</Badge>
									)}
								</span>
								{customer.subscriptions.map((subscription) => (
									<p className="item-text" key={subscription.id}>
										{subscription.planName} <SubscriptionState subscription={subscription} />
									</p>
								))}
								{customer.cardDeclines && <p className="item-text">Their card is declined.</p>}
							</li>
						))}
					</ul>
				</section>
			)}
			{events.length > 0 && (
				<section className="stack">
					<h2>Webhooks, newest first</h2>
					<ul className="item-list">
						{events.map((event) => (
							<li key={event.id}>
								<span className="item-title">{event.type}</span>
								<p className="item-text">
									{deliveryOf(event)}, {formatDateTime(new Date(event.created * SECOND_MS))}
								</p>
							</li>
						))}
					</ul>
				</section>
			)}
		</NarrowShell>
	);
}

type TillEvent = Route.ComponentProps["loaderData"]["events"][number];

function deliveryOf({ attempts, isDelivered, isGivenUp, lastAnswer }: TillEvent): string {
	if (attempts === 0) return "About to be sent";
	const tries = attempts === 1 ? "first try" : `try ${attempts}`;
	const state = isDelivered ? "Delivered" : isGivenUp ? "Given up" : "To be sent again";
	return `${state}: ${tries} ${isDelivered ? lastAnswer : `got ${lastAnswer}`}`;
}
