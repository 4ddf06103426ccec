import type { ReactNode } from "react";
import { Link } from "react-router";
import { paths } from "#app/paths.ts";
import { PlanLine } from "./plan-line.tsx";

type StepProps = { planLine: string; children: ReactNode };

/** The dashboard of an account without a name. The children are the form for it. */
export function NameStep(props: StepProps) {
	return (
		<Step
			{...props}
			title="Step 1 of 2: choose an account name"
			text="Please set up your account name to create apps and forms with shareable links."
			next="Then: name your app, paste or write its privacy policy, and copy its address into the store."
		/>
	);
}

/** The dashboard of an account without an app. The children are the form for one. */
export function AppStep(props: StepProps) {
	return (
		<Step
			{...props}
			title="Step 2 of 2: create your first app"
			next="Then: paste or write its privacy policy, and copy its address into the store."
			links={<Link to={`${paths.dashboard}?new-app#new-app`}>New App</Link>}
		/>
	);
}

/** One welcome, and one thing to do. */
function Step(
	props: StepProps & { title: string; text?: string; next: string; links?: ReactNode },
) {
	const { title, text, next, planLine, links, children } = props;
	return (
		<div className="first-run" id="new-app">
			<div className="stack-s">
				<p className="muted">{title}</p>
				<h1>Welcome to Smallprint!</h1>
				{text && <p>{text}</p>}
			</div>
			{children}
			<hr />
			<div className="stack-s">
				<p className="muted small">{next}</p>
				<PlanLine text={planLine}>{links}</PlanLine>
			</div>
		</div>
	);
}
