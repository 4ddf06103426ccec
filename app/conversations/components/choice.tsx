import { labelOf } from "#app/conversations/submission-rules.ts";

type ChoiceProps = {
	field: { id: string; name: string; key?: string; initialValue?: string };
	values: readonly string[];
};

/** A select of a status or a priority. */
export function Choice({ field, values }: ChoiceProps) {
	return (
		<select
			className="input"
			id={field.id}
			name={field.name}
			defaultValue={field.initialValue}
			key={field.key}
		>
			{values.map((value) => (
				<option key={value} value={value}>
					{labelOf(value)}
				</option>
			))}
		</select>
	);
}
