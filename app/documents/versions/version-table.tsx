import { formatShortDate } from "#app/platform/time.ts";

type ListedVersion = {
	revision: number;
	/** The day from which it applies, as YYYY-MM-DD. */
	beginsOn: string;
	note: string;
	withdrawnAt: Date | null;
	/** Its page and its changes; null where there are none. */
	path: string | null;
	changesPath: string | null;
};

/** A document's versions, newest first. */
export function VersionTable({ versions }: { versions: ListedVersion[] }) {
	return (
		<table className="versions" lang="en">
			<thead>
				<tr>
					<th scope="col">Version</th>
					<th scope="col">From</th>
					<th scope="col">What changed</th>
					<th scope="col">Look at</th>
				</tr>
			</thead>
			<tbody>
				{versions.map((version) => (
					<Row key={version.revision} {...version} />
				))}
			</tbody>
		</table>
	);
}

function Row({ revision, beginsOn, note, withdrawnAt, path, changesPath }: ListedVersion) {
	const of = <span className="said"> version {revision}</span>;
	return (
		<tr>
			<th scope="row">{revision}</th>
			<td>
				<time dateTime={beginsOn}>{formatShortDate(new Date(beginsOn))}</time>
			</td>
			<td dir="auto">
				{withdrawnAt ? (
					<span className="meta">Withdrawn on {formatShortDate(withdrawnAt)}</span>
				) : (
					note || "–"
				)}
			</td>
			<td>
				{path && (
					<a href={path}>
						Read
						{of}
					</a>
				)}{" "}
				{changesPath && (
					<a href={changesPath}>
						Changes
						<span className="said"> in</span>
						{of}
					</a>
				)}
			</td>
		</tr>
	);
}
