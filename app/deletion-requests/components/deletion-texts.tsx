import { plural } from "#app/platform/count.ts";
import { Lines } from "./lines.tsx";

/** Where the form is on the page. */
export const ASK_ID = "ask";

type DeletionTextsProps = {
	appName: string;
	developer: string;
	steps: string;
	deleted: string;
	kept: string;
	days: number;
};

/**
 * What Google asks a deletion page to say: whose it is, the steps, and what is deleted and what is
 * kept for how long. The steps come first, so that a phone shows them without scrolling.
 */
export function DeletionTexts(props: DeletionTextsProps) {
	const { appName, developer, steps, deleted, kept, days } = props;
	return (
		<>
			<h1>
				Delete your <bdi>{appName}</bdi> account and data
			</h1>
			<p>
				<bdi>{appName}</bdi> is made by <bdi>{developer}</bdi>.
			</p>
			<section className="ways-to-ask">
				{steps && (
					<>
						<h2>In the app</h2>
						<Lines text={steps} as="ol" />
					</>
				)}
				<h2>Here</h2>
				<p>
					<a href={`#${ASK_ID}`}>Tell us the e-mail address of your account</a>. You get a mail to
					prove that it is yours; then <bdi>{developer}</bdi> has {plural(days, "day")} to delete.
				</p>
			</section>
			<h2>What is deleted</h2>
			<Lines text={deleted} as="ul" />
			<h2>What is kept, and for how long</h2>
			<Lines text={kept} as="ul" />
		</>
	);
}
