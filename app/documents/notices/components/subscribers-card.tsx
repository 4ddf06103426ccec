import { formatCount } from "#app/platform/count.ts";
import { ButtonAnchor } from "#app/ui/button/button.tsx";
import { Card } from "#app/ui/list/card.tsx";

type SubscribersCardProps = {
	subscribers: number;
	/** How many the plan allows. */
	limit: number;
	/** Where people ask to be told. Null while the account has no name. */
	updatesUrl: string | null;
};

/** Tells an owner how many people are told of changes, and never who. */
export function SubscribersCard({ subscribers, limit, updatesUrl }: SubscribersCardProps) {
	return (
		<Card title="Who is told of changes" id="subscribers">
			<p>
				{describeReaders(subscribers)} Your plan allows {formatCount(limit)}. Nobody sees their
				addresses, and neither do you.
			</p>
			{updatesUrl && (
				<>
					<p className="address">{updatesUrl}</p>
					<div className="cluster">
						<ButtonAnchor href={updatesUrl}>Open</ButtonAnchor>
					</div>
				</>
			)}
		</Card>
	);
}

function describeReaders(count: number): string {
	if (count === 0) return "Nobody has asked yet to be told when a document of this app changes.";
	const readers = count === 1 ? "1 person gets" : `${formatCount(count)} people get`;
	return `${readers} a mail when a document of this app changes.`;
}
