import type { FieldMetadata } from "@conform-to/react";
import { TextareaField, TextField } from "#app/ui/field/field.tsx";

type SavedReplyFieldsProps = {
	fields: { title: FieldMetadata<string>; text: FieldMetadata<string> };
	titleHint?: string;
};

export function SavedReplyFields({ fields, titleHint }: SavedReplyFieldsProps) {
	return (
		<>
			<TextField field={fields.title} label="Title" hint={titleHint} dir="auto" />
			<TextareaField
				field={fields.text}
				label="Text"
				hint="{{name}} becomes the visitor's name, and {{app}} your app's."
				rows={5}
				dir="auto"
			/>
		</>
	);
}
