import type { ReactNode } from "react";
import { paths } from "#app/paths.ts";
import { Badge } from "#app/ui/list/badge.tsx";
import { Card } from "#app/ui/list/card.tsx";
import { ConversationDrawing } from "./drawings.tsx";

const DOCUMENTS = [
	{
		title: "Privacy Policy",
		text: "What you collect and why, in the words that stores ask for.",
		href: paths.demo.privacy,
		example: "privacy policy",
	},
	{
		title: "Terms of Service",
		text: "What people may expect of you, and you of them.",
		href: paths.demo.terms,
		example: "terms of service",
	},
	{
		title: "EULA",
		text: "The licence that comes with the download.",
		href: paths.demo.eula,
		example: "EULA",
	},
];

const FORMS = [
	{
		title: "Bug Report",
		fields: ["Email", "App version", "Device", "What happened?"],
		href: `${paths.demo.form}?category=bug`,
	},
	{
		title: "Feature Request",
		fields: ["Email", "Your idea", "What would it help you do?"],
		href: `${paths.demo.form}?category=feature`,
	},
	{
		title: "General Support",
		fields: ["Name", "Email", "Subject", "Message"],
		href: paths.demo.form,
	},
];

const FEATURES = [
	{
		title: "All documents in one place",
		text: "Policies, terms and licences, grouped by app. Every save is kept: compare two versions, or go back to one.",
	},
	{
		title: "Instant hosting",
		text: "Publish, and the page is there. There is no server to run, no site to build and no domain to renew.",
	},
	{
		title: "Visual form builder",
		text: "Add fields, move them, choose which ones must be filled in. The preview shows what people will see.",
	},
	{
		title: "Professional presentation",
		text: "Contents, date, a link to every heading, dark mode, clean print. It opens on a ten-year-old phone.",
	},
];

type SectionProps = { id: string; title: ReactNode; lead?: string; children: ReactNode };

function Section({ id, title, lead, children }: SectionProps) {
	return (
		<section className="section" aria-labelledby={id}>
			<h2 id={id}>{title}</h2>
			{lead && <p className="lead">{lead}</p>}
			{children}
		</section>
	);
}

/** Presents documents, with three examples. */
export function LandingDocuments() {
	return (
		<Section
			id="documents"
			title="Organize Your Documents"
			lead="An app, its documents, one address for each. The store kit has what the stores refuse apps for: the Privacy Policy URL, the Support URL and the account deletion URL, each under its store's name. These three are written out in full, so that you can copy their structure."
		>
			<div className="thirds">
				{DOCUMENTS.map(({ title, text, href, example }) => (
					<Card key={href} title={title} level={3}>
						<p className="muted">{text}</p>
						<a className="push" href={href}>
							See the example<span className="visually-hidden"> of a {example}</span>
						</a>
					</Card>
				))}
			</div>
		</Section>
	);
}

/** Presents forms, with three to try, and the conversation that follows a message. */
export function LandingForms() {
	return (
		<Section
			id="forms"
			title={
				<>
					Build Support Forms Visually <Badge tone="info">Pro</Badge>
				</>
			}
			lead="Choose the fields, look at the preview, publish. Whoever writes to you proves their e-mail address first, and the form turns into a conversation."
		>
			<div className="thirds">
				{FORMS.map(({ title, fields, href }) => (
					<Card key={href} title={title} level={3}>
						<ul className="field-sketch" aria-label="Fields">
							{fields.map((field) => (
								<li key={field}>{field}</li>
							))}
						</ul>
						<a className="push" href={href}>
							Try Form<span className="visually-hidden"> ({title})</span>
						</a>
					</Card>
				))}
			</div>
			<div className="grid-2 aside-drawing">
				<div className="stack">
					<h3>The answer reaches them, with or without the tab open</h3>
					<p className="muted">
						Their side of the conversation is open for an hour at a time. While it is, messages
						appear as they are written. Later, your reply goes out by mail with a link that opens
						the conversation again.
					</p>
					<p className="muted">
						You keep status, priority, tags and notes beside every message, search them all, and
						take them with you as CSV or JSON.
					</p>
				</div>
				<ConversationDrawing />
			</div>
		</Section>
	);
}

export function LandingFeatures() {
	return (
		<Section id="features" title="What you get">
			<div className="grid-2 features">
				{FEATURES.map(({ title, text }) => (
					<div key={title} className="feature">
						<h3>{title}</h3>
						<p>{text}</p>
					</div>
				))}
			</div>
		</Section>
	);
}
