import type { KitRow as Row } from "#app/store-kit/rows.ts";
import { ButtonAnchor, ButtonLink } from "#app/ui/button/button.tsx";
import { ExternalLink } from "#app/ui/link/external-link.tsx";
import { Badge } from "#app/ui/list/badge.tsx";
import { KitValue } from "./kit-value.tsx";

const STATES = {
	ready: { label: "Ready", tone: "success" },
	missing: { label: "Missing", tone: "danger" },
	look: { label: "Look here", tone: "info" },
} as const;

/** A field of a store: its name there, where it is, what belongs into it, and how that stands. */
export function KitRow({ row }: { row: Row }) {
	const { id, name, place, state, isRequired, forWhom, value, textUrl, note, earlier, rule } = row;
	const { label, tone } = STATES[state];
	const isCalm = state === "missing" && !isRequired;
	return (
		<li className="kit-row" id={id}>
			<div>
				<div className="cluster">
					<h3 id={`${id}-name`}>{name}</h3>
					<Badge tone={isCalm ? "neutral" : tone}>{label}</Badge>
				</div>
				<p className="muted small">{place.join(" › ")}</p>
				<p className="small">
					<ExternalLink href={rule.source}>{rule.name}</ExternalLink>
				</p>
			</div>
			<div className="stack-s">
				{forWhom && <p className="muted small">{forWhom}</p>}
				{value !== undefined && <KitValue value={value} labelledBy={`${id}-name`} name={name} />}
				{textUrl && <KitText url={textUrl} name={name} />}
				<Problem row={row} />
				{(note || earlier) && (
					<p className="muted small kit-address">{[earlier, note].filter(Boolean).join(" ")}</p>
				)}
			</div>
		</li>
	);
}

/** What belongs into a field that takes a whole text. */
function KitText({ url, name }: { url: string; name: string }) {
	return (
		<div className="cluster">
			<ButtonAnchor href={url}>Open the text</ButtonAnchor>
			<button
				type="button"
				className="button"
				data-copy-from={new URL(url).pathname}
				aria-label={`Copy the text of ${name}`}
			>
				Copy the text
			</button>
		</div>
	);
}

/** Why a field isn't ready, and the way to the one place that mends it. */
function Problem({ row: { problem, mend } }: { row: Row }) {
	if (!problem) return null;
	return (
		<>
			<p className="kit-address">{problem}</p>
			{mend && (
				<p>
					{mend.to.startsWith("#") ? (
						<ButtonAnchor href={mend.to}>{mend.label}</ButtonAnchor>
					) : (
						<ButtonLink to={mend.to}>{mend.label}</ButtonLink>
					)}
				</p>
			)}
		</>
	);
}
