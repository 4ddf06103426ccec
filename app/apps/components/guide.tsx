import type { ReactNode } from "react";
import { Form, Link } from "react-router";
import type { Progress } from "#app/apps/progress.sql.ts";
import { paths } from "#app/paths.ts";
import { Button, ButtonLink } from "#app/ui/button/button.tsx";
import { CloseIcon } from "#app/ui/button/icons.tsx";
import { ExternalLink } from "#app/ui/link/external-link.tsx";
import { Progress as ProgressBar } from "#app/ui/list/progress.tsx";

type GuideProps = {
	/** From 1 to 4; any other number shows the nearest step. Null shows the first that is not done. */
	step: number | null;
	progress: Progress;
	generatorUrl: string;
};

/** The editor of an app's new document, or the form for the app that it needs. */
function editorOf(appId: string | null): string {
	return appId ? paths.document.new({ appId }) : `${paths.dashboard}?new-app#new-app`;
}

type Step = {
	title: string;
	body: (props: { appId: string | null; generatorUrl: string }) => ReactNode;
};

const STEPS: Step[] = [
	{
		title: "Welcome to Smallprint",
		body: () => (
			<p>
				App stores ask for a privacy policy, terms and a way to reach you, at addresses that stay.
				Smallprint gives your documents such addresses: they survive every rename.
			</p>
		),
	},
	{
		title: "Create your first document",
		body: ({ appId, generatorUrl }) => (
			<>
				<p>
					Paste a policy you have, or write one in Markdown in the editor.
					{appId === null && " It belongs to an app, so you create that first."}
				</p>
				<p className="cluster">
					<ButtonLink to={editorOf(appId)}>Open the editor</ButtonLink>
					<ExternalLink href={generatorUrl}>Use an online generator</ExternalLink>
				</p>
			</>
		),
	},
	{
		title: "Support forms (Pro)",
		body: () => (
			<p>
				On the Pro plan you build support forms. A visitor fills one in, proves the e-mail address,
				and talks with you; the conversation goes on by mail.
			</p>
		),
	},
	{
		title: "All set",
		body: ({ appId }) => (
			<ul>
				<li>
					<a href={paths.help}>Visit the Help Center</a>
				</li>
				<li>
					<Link to={editorOf(appId)}>Create your first document</Link>
				</li>
			</ul>
		),
	},
];

/** What the first steps are about, in their order. The last step has nothing to do. */
const TASKS: { name: string; isDone: (progress: Progress) => boolean }[] = [
	{ name: "Account name and app", isDone: ({ appId }) => appId !== null },
	{ name: "First document", isDone: ({ hasDocument }) => hasDocument },
	{ name: "Support form", isDone: ({ hasForm }) => hasForm },
];

/** The Getting Started guide. Its steps are links, so it needs no JavaScript. */
export function Guide({ step: asked, progress, generatorUrl }: GuideProps) {
	const number = asked === null ? firstUndone(progress) : nearest(asked);
	const step = STEPS[number - 1] as Step;
	const isLast = number === STEPS.length;
	return (
		<section className="guide" aria-labelledby="guide-title" id="guide">
			<div className="guide-header">
				<h2 id="guide-title">{step.title}</h2>
				<Form method="post" action={paths.dashboardGuide}>
					<Button variant="quiet" className="icon-button" aria-label="Dismiss the guide">
						<CloseIcon />
					</Button>
				</Form>
			</div>
			<ProgressBar value={number} max={STEPS.length} label={`Step ${number} of ${STEPS.length}`} />
			<ul className="guide-tasks">
				{TASKS.map(({ name, isDone }) => (
					<li key={name} data-done={isDone(progress) || undefined}>
						{name}
						{isDone(progress) && <span className="visually-hidden">: done</span>}
					</li>
				))}
			</ul>
			<div className="guide-body">{step.body({ appId: progress.appId, generatorUrl })}</div>
			<div className="guide-actions">
				{number === 1 ? (
					<Button type="button" disabled>
						Previous
					</Button>
				) : (
					<ButtonLink to={stepAddress(number - 1)} preventScrollReset>
						Previous
					</ButtonLink>
				)}
				{isLast ? (
					<Form method="post" action={paths.dashboardGuide}>
						<Button>Get Started!</Button>
					</Form>
				) : (
					<ButtonLink to={stepAddress(number + 1)} preventScrollReset>
						Next
					</ButtonLink>
				)}
			</div>
		</section>
	);
}

function firstUndone(progress: Progress): number {
	const undone = TASKS.findIndex(({ isDone }) => !isDone(progress));
	return undone === -1 ? STEPS.length : undone + 1;
}

function nearest(step: number): number {
	return Math.min(Math.max(Math.trunc(step) || 1, 1), STEPS.length);
}

function stepAddress(step: number): string {
	return `${paths.dashboard}?guide=${step}#guide`;
}
