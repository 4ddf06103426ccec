import type { ReactNode } from "react";

type TableRegionProps = {
	label: string;
	/** The headings of the columns; `number` for one whose cells are numbers. */
	columns: (string | { number: string })[];
	/** Its rows. */
	children: ReactNode;
};

/** A table that scrolls sideways where it is wider than the page. */
export function TableRegion({ label, columns, children }: TableRegionProps) {
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
		<section className="table-scroll" aria-label={label} tabIndex={0}>
			<table className="table-list">
				<thead>
					<tr>
						{columns.map((column) =>
							typeof column === "string" ? (
								<th key={column} scope="col">
									{column}
								</th>
							) : (
								<th key={column.number} scope="col" className="number">
									{column.number}
								</th>
							),
						)}
					</tr>
				</thead>
				<tbody>{children}</tbody>
			</table>
		</section>
	);
}
