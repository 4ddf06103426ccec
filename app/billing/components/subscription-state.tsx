import { formatShortDate, SECOND_MS } from "#app/platform/time.ts";
import { Badge } from "#app/ui/list/badge.tsx";

const STATES = {
	active: { label: "Active", tone: "success" },
	past_due: { label: "Past due", tone: "danger" },
	unpaid: { label: "Unpaid", tone: "danger" },
	canceled: { label: "Canceled", tone: "neutral" },
} as const;

type SubscriptionStateProps = {
	subscription: { status: keyof typeof STATES; periodEnd: number; cancelAt: number | null };
};

/** The state of a subscription at the till, and when it changes next. */
export function SubscriptionState({ subscription }: SubscriptionStateProps) {
	const { status, periodEnd, cancelAt } = subscription;
	const { label, tone } = STATES[status];
	const nextAt = formatShortDate(new Date((cancelAt ?? periodEnd) * SECOND_MS));
	const goesOn = status === "active" || status === "past_due";
	return (
		<>
			<Badge tone={tone}>{label}</Badge>
			{goesOn && ` ${cancelAt === null ? "Renews" : "Ends"} on ${nextAt}.`}
		</>
	);
}
