import type { FieldMetadata } from "@conform-to/react";
import { useEffect, useState } from "react";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/button/button.tsx";
import { EnterButton } from "#app/ui/button/enter-button.tsx";

type BulkBarProps = {
	/** Where Delete leads back to. */
	address: string;
	tagField: FieldMetadata<string>;
	tags: string[];
	formId: string;
};

/** What can be done with the rows that are ticked, as buttons of the form around them. */
export function BulkBar({ address, tagField, tags, formId }: BulkBarProps) {
	const count = useTicked(formId);
	return (
		<fieldset className="bulk-bar" data-ticked={count ? true : undefined}>
			<legend className="visually-hidden">With the selected</legend>
			<EnterButton label="Tag" />
			<span role="status">{count ? `${count} selected` : "With the selected:"}</span>
			<Button name="intent" value="resolve" className="button-s">
				Resolve
			</Button>
			<Button name="intent" value="close" className="button-s">
				Close
			</Button>
			<span className="bulk-tag">
				<input
					className="input"
					name={tagField.name}
					id={tagField.id}
					aria-label="New tag for the selected"
					aria-invalid={tagField.errors ? true : undefined}
					placeholder="New or known tag"
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
	);
}

/** Returns how many rows of the form are ticked; null without JavaScript. */
function useTicked(formId: string): number | null {
	const [count, setCount] = useState<number | null>(null);
	useEffect(() => {
		const form = document.getElementById(formId);
		const recount = () =>
			setCount(form?.querySelectorAll("input[name='id']:checked").length ?? null);
		recount();
		form?.addEventListener("change", recount);
		return () => form?.removeEventListener("change", recount);
	}, [formId]);
	return count;
}
