type ChoicesProps = {
	/** The first choice has it, so that an error summary leads there. */
	id: string;
	name: string;
	legend: string;
	value: string;
	choices: { value: string; label: string; hint?: string }[];
};

/** One of a few, all of them in sight. */
export function Choices({ id, name, legend, value, choices }: ChoicesProps) {
	return (
		<fieldset className="choices">
			<legend>{legend}</legend>
			{choices.map((choice, at) => (
				<label key={choice.value} className="choice">
					<input
						type="radio"
						id={at === 0 ? id : undefined}
						name={name}
						value={choice.value}
						defaultChecked={choice.value === value}
					/>
					<span>
						{choice.label}
						{choice.hint && <span className="hint choice-hint">{choice.hint}</span>}
					</span>
				</label>
			))}
		</fieldset>
	);
}
