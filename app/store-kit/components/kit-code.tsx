import { KitValue } from "./kit-value.tsx";

type KitCodeProps = { lines: { language: string; code: string }[] };

/** The line of code that opens the privacy policy, by language. */
export function KitCode({ lines }: KitCodeProps) {
	return (
		<div className="stack-s">
			<h3>One line of code</h3>
			<p>
				Each opens the privacy policy in the browser. For another page, put its address in this
				one's place.
			</p>
			{lines.map(({ language, code }, at) => (
				<div className="kit-code" key={language}>
					<p className="small" id={`code-${at}`}>
						{language}
					</p>
					<KitValue value={code} labelledBy={`code-${at}`} name={`the line for ${language}`} />
				</div>
			))}
		</div>
	);
}
