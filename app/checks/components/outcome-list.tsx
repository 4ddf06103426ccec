import type { Outcome } from "#app/checks/outside/ask-each.server.ts";
import { plural } from "#app/platform/count.ts";
import { Badge } from "#app/ui/list/badge.tsx";

const STATES = {
	found: { tone: "success", label: "Fine" },
	problem: { tone: "danger", label: "Problem" },
	unsure: { tone: "neutral", label: "Unsure" },
} as const;

/** What became of each address, those with a problem first. */
export function OutcomeList({ outcomes }: { outcomes: Outcome[] }) {
	const order = ["problem", "unsure", "found"];
	const sorted = outcomes.toSorted(
		(one, other) => order.indexOf(one.state) - order.indexOf(other.state),
	);
	return (
		<ul className="item-list">
			{sorted.map(({ asked, state, text, at }) => (
				<li key={asked}>
					<OutsideAddress href={asked} />
					<div className="item-side">
						<Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>
					</div>
					<p className="item-text">
						{text} {at && <AnsweredAt address={at} />}
					</p>
				</li>
			))}
		</ul>
	);
}

function AnsweredAt({ address }: { address: string }) {
	return (
		<>
			The address that answered: <bdi className="address">{address}</bdi>
		</>
	);
}

/** The addresses, before they were asked. */
export function AddressList({ addresses }: { addresses: string[] }) {
	if (addresses.length === 0) return null;
	return (
		<ul className="item-list">
			{addresses.map((address) => (
				<li key={address}>
					<OutsideAddress href={address} />
				</li>
			))}
		</ul>
	);
}

/** A link by which an owner looks for themselves. The other site is told nothing of this page. */
function OutsideAddress({ href }: { href: string }) {
	return (
		<a className="item-title" href={href} rel="nofollow noopener noreferrer" dir="ltr">
			{href}
		</a>
	);
}

/** Says how many outcomes there are of each state, such as "1 problem, 4 fine." */
export function describeOutcomes(outcomes: Outcome[]): string {
	const count = (state: Outcome["state"]) => outcomes.filter((one) => one.state === state).length;
	const parts = [
		count("problem") > 0 && plural(count("problem"), "problem"),
		count("unsure") > 0 && `${count("unsure")} unsure`,
		count("found") > 0 && `${count("found")} fine`,
	];
	const said = parts.filter(Boolean).join(", ");
	return said && `${said}.`;
}
