import type { ReactNode } from "react";

/** A table that scrolls sideways where it is wider than the page. */
export function TableRegion({ label, children }: { label: string; children: ReactNode }) {
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
		<section className="table-scroll" aria-label={label} tabIndex={0}>
			<table className="table-list">{children}</table>
		</section>
	);
}
