import { formatLongDate } from "#app/platform/time.ts";

type EditionProps = {
	/** YYYY-MM-DD; "": its owner named no day. */
	effectiveOn: string;
	updatedAt: Date;
	version: number;
	/** The list of versions, if it is public. */
	historyPath: string | null;
};

/** From when a text applies, when it last changed, and which version it is. */
export function Edition({ effectiveOn, updatedAt, version, historyPath }: EditionProps) {
	return (
		<p className="meta" lang="en">
			{effectiveOn && (
				<>
					Applies from <time dateTime={effectiveOn}>{formatLongDate(new Date(effectiveOn))}</time>
					{" · "}
				</>
			)}
			Last updated <time dateTime={updatedAt.toISOString()}>{formatLongDate(updatedAt)}</time>
			{" · "}
			{historyPath ? <a href={historyPath}>{`Version ${version}`}</a> : `Version ${version}`}
		</p>
	);
}
