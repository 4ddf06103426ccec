import type { FieldMetadata } from "@conform-to/react";
import { type MouseEvent, useLayoutEffect, useRef } from "react";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/button/button.tsx";
import { EnterButton } from "#app/ui/button/enter-button.tsx";
import type { Tab } from "../submission-filter.ts";
import { useTicked } from "./use-ticked.ts";

/** Where a page without scripts goes on once all rows are ticked. */
export const BULK_BAR_ID = "with-selected";

type BulkBarProps = {
	/** Where Delete leads back to. */
	address: string;
	tagField: FieldMetadata<string>;
	tags: string[];
	formId: string;
	/** How many rows are ticked when the page is loaded. */
	ticked: number;
	tab: Tab;
};

/**
 * What can be done with the rows that are ticked, as buttons of the form around them. With scripts,
 * it appears at the lower edge of the window once one is.
 */
export function BulkBar({ address, tagField, tags, formId, ticked, tab }: BulkBarProps) {
	const count = useTicked(formId);
	const bar = useRef<HTMLFieldSetElement>(null);
	// The pressed button disappears with the ticks that its act took away.
	useLayoutEffect(() => {
		if (count === 0 && bar.current?.contains(document.activeElement)) {
			document.getElementById("main")?.focus();
		}
	}, [count]);
	return (
		<div className="bulk" id={BULK_BAR_ID} data-ticked={count ?? (ticked || undefined)}>
			<p className={count === null ? undefined : "bulk-count"} role="status">
				{count ? `${count} selected` : count === null && "With the selected:"}
			</p>
			<fieldset className="bulk-bar" ref={bar} hidden={count === 0}>
				<legend className="visually-hidden">With the selected</legend>
				<EnterButton label="Tag" />
				{tab !== "resolved" && (
					<Button name="intent" value="resolve" className="button-s">
						Resolve
					</Button>
				)}
				{tab !== "closed" && (
					<Button name="intent" value="close" className="button-s">
						Close
					</Button>
				)}
				{tab !== "waiting" && tab !== "open" && (
					<Button name="intent" value="reopen" className="button-s">
						Reopen
					</Button>
				)}
				<span className="bulk-tag">
					<input
						className="input"
						name={tagField.name}
						id={tagField.id}
						aria-label="New tag for the selected"
						aria-invalid={tagField.errors ? true : undefined}
						placeholder="Tag"
						defaultValue={tagField.initialValue}
						list="known-tags"
						dir="auto"
					/>
					<datalist id="known-tags">
						{tags.map((tag) => (
							<option key={tag} value={tag} />
						))}
					</datalist>
					<Button name="intent" value="tag" className="button-s">
						Tag
					</Button>
				</span>
				<input type="hidden" name="from" value={address} />
				<Button
					formMethod="get"
					formAction={paths.submissions.exportOfAll}
					name="selected"
					value="csv"
					className="button-s"
					onClick={download}
				>
					Export
				</Button>
				<Button
					formMethod="get"
					formAction={paths.submissions.deletion}
					variant="danger"
					className="button-s"
				>
					Delete
				</Button>
			</fieldset>
		</div>
	);
}

/** Has the browser load the file, which the router would take for a page. */
function download(event: MouseEvent<HTMLButtonElement>) {
	const button = event.currentTarget;
	if (!button.form) return;
	event.preventDefault();
	const ids = new FormData(button.form).getAll("id").map((id) => ["id", String(id)]);
	const query = new URLSearchParams([...ids, [button.name, button.value]]);
	query.set("from", window.location.pathname + window.location.search);
	window.location.assign(`${paths.submissions.exportOfAll}?${query}`);
}
