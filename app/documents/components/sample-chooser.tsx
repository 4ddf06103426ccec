import { readSampleName, SAMPLES } from "#app/documents/sample-names.ts";
import { Button } from "#app/ui/button/button.tsx";

/** The list of samples, with the button that fills the one that is chosen into the editor. */
export function SampleChooser({ chosen }: { chosen: unknown }) {
	return (
		<div className="cluster sample-chooser">
			<select
				className="input"
				name="sample"
				aria-label="Sample"
				defaultValue={readSampleName(chosen)}
			>
				{SAMPLES.map(({ value, label }) => (
					<option key={value} value={value}>
						{label}
					</option>
				))}
			</select>
			<Button name="intent" value="sample">
				Use Sample
			</Button>
		</div>
	);
}
