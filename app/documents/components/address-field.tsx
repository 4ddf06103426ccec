import type { FieldMetadata } from "@conform-to/react";
import { useId } from "react";
import { documentSlug } from "#app/documents/document-rules.ts";
import { TextField } from "#app/ui/field/field.tsx";

/** The address of the app, and, if the document is public, its own last part. */
export type Address = { app: string; slug?: string };

type AddressFieldProps = { field: FieldMetadata<string>; title: string; address: Address };

/** The last part of the public address, which shows what the title gives it while it is empty. */
export function AddressField({ field, title, address }: AddressFieldProps) {
	const hintId = useId();
	return (
		<TextField
			field={field}
			label="Address"
			after={
				<p className="hint" id={hintId}>
					{address.app}/… Left empty, it follows the title.
					{address.slug && " If it changes, the old address keeps leading here."}
				</p>
			}
			aria-describedby={hintId}
			placeholder={title ? documentSlug(title) : address.slug}
			autoComplete="off"
			autoCapitalize="none"
			spellCheck={false}
		/>
	);
}
