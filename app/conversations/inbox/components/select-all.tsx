import type { MouseEvent } from "react";
import { withSelection } from "../submission-filter.ts";
import { BULK_BAR_ID } from "./bulk-bar.tsx";
import { useTicked } from "./use-ticked.ts";

type SelectAllProps = {
	/** The list's own address. */
	address: string;
	/** The rows of the page. */
	ids: string[];
	/** The ids of the rows that are ticked when the page is loaded. */
	ticked: ReadonlySet<unknown>;
	formId: string;
};

/** Ticks every row of the page, or none. Without scripts, the page is loaded anew with the ticks. */
export function SelectAll({ address, ids, ticked, formId }: SelectAllProps) {
	const count = useTicked(formId);
	const isAll = count === null ? ids.every((id) => ticked.has(id)) : count === ids.length;
	const tick = (event: MouseEvent) => {
		event.preventDefault();
		const form = document.getElementById(formId);
		for (const box of form?.querySelectorAll<HTMLInputElement>("input[name='id']") ?? []) {
			box.checked = !isAll;
		}
		form?.dispatchEvent(new Event("change"));
	};
	return (
		<a
			className="select-all"
			href={isAll ? withSelection(address, []) : `${withSelection(address, ids)}#${BULK_BAR_ID}`}
			onClick={tick}
		>
			{isAll ? "Select none" : `Select all ${ids.length}`}
		</a>
	);
}
