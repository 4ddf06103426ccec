/** A longer list is slower to choose from than a number is to type. */
export const CHOICES_MAX = 100;

type VersionChoiceProps = { numbers: number[]; except: number; chosen: number | undefined };

/** Chooses one of a document's versions: from a list, or by its number where there are many. */
export function VersionChoice({ numbers, except, chosen }: VersionChoiceProps) {
	const field = { className: "input", name: "with", id: "with" };
	if (numbers.length > CHOICES_MAX) {
		return <input {...field} type="number" min={1} max={numbers[0]} defaultValue={chosen ?? ""} />;
	}
	return (
		<select {...field} defaultValue={chosen ?? ""}>
			{chosen === undefined && <option value="">nothing before it</option>}
			{numbers
				.filter((revision) => revision !== except)
				.map((revision) => (
					<option key={revision} value={revision}>
						Version {revision}
						{revision === numbers[0] && ", public now"}
					</option>
				))}
		</select>
	);
}
