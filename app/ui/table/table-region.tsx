import type { ReactNode } from "react";

type TableRegionProps = {
	label: string;
	className?: string;
	/** The column headings; `number` marks a column of numbers. */
	columns: (string | { number: string })[];
	/** The rows. */
	children: ReactNode;
};

/** A table that scrolls sideways if it is wider than the page. */
export function TableRegion({ label, className, columns, children }: TableRegionProps) {
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach it to scroll
		<section className="table-scroll" aria-label={label} tabIndex={0}>
			<table className={className ? `table-list ${className}` : "table-list"}>
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
