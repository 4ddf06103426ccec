import { redirect } from "react-router";
import { Badge } from "~/components/badge";
import { ButtonLink } from "~/components/button";
import { Card } from "~/components/card";
import { ConversationDrawing } from "~/components/conversation-drawing";
import { LandingSheet } from "~/components/landing-sheet";
import { pageMeta } from "~/lib/page-meta";
import { optionalUserContext } from "~/middleware/user";
import { publicUrl } from "~/models/address.server";
import type { Route } from "./+types/home";

const DOCUMENTS = [
	{
		title: "Privacy Policy",
		text: "What you collect and why, in the words that stores ask for.",
		href: "/demo-privacy",
		example: "privacy policy",
	},
	{
		title: "Terms of Service",
		text: "What people may expect of you, and you of them.",
		href: "/demo-terms",
		example: "terms of service",
	},
	{
		title: "EULA",
		text: "The licence that comes with the download.",
		href: "/demo-eula",
		example: "EULA",
	},
];

const FORMS = [
	{
		title: "Bug Report",
		fields: ["Email", "App version", "Device", "What happened?"],
		href: "/demo-form?category=bug",
	},
	{
		title: "Feature Request",
		fields: ["Email", "Your idea", "What would it help you do?"],
		href: "/demo-form?category=feature",
	},
	{
		title: "General Support",
		fields: ["Name", "Email", "Subject", "Message"],
		href: "/demo-form",
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

export function meta({ loaderData }: Route.MetaArgs) {
	return pageMeta({
		title: "Smallprint: your app's privacy policy at an address that never breaks",
		description:
			"Paste a privacy policy, terms or EULA and get a public page for app review. Rename the app, change the plan: the link keeps working.",
		url: loaderData.url,
	});
}

export function loader({ context }: Route.LoaderArgs) {
	if (context.get(optionalUserContext)) throw redirect("/dashboard");
	return { url: publicUrl("/") };
}

export default function Home() {
	return (
		<>
			<div className="hero">
				<div className="hero-text">
					<h1>Your app's small print, at an address that never breaks.</h1>
					<p className="lead">
						Paste a privacy policy, terms or EULA and get a public page that app review can open on
						any device. Rename the app, change the plan: the link keeps working.
					</p>
					<p className="cluster">
						<GetStartedFree />
						<ButtonLink to="/pricing" reloadDocument>
							View Pricing
						</ButtonLink>
					</p>
					<p className="small muted">Free for two apps. No card needed.</p>
				</div>
				<LandingSheet />
			</div>
			<Documents />
			<Forms />
			<Features />
			<section className="closing" aria-labelledby="closing">
				<h2 id="closing">Have the link before the store asks for it.</h2>
				<p className="lead">
					Two apps are free, with as many documents as they need. An account takes a minute.
				</p>
				<GetStartedFree />
			</section>
		</>
	);
}

function GetStartedFree() {
	return (
		<ButtonLink to="/auth?mode=sign-up" variant="primary" reloadDocument>
			Get Started Free
		</ButtonLink>
	);
}

function Documents() {
	return (
		<section className="section" aria-labelledby="documents">
			<h2 id="documents">Organize Your Documents</h2>
			<p className="lead">
				An app, its documents, one address for each. These three are written out in full, so that
				you can take over their structure.
			</p>
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
		</section>
	);
}

function Forms() {
	return (
		<section className="section" aria-labelledby="forms">
			<h2 id="forms">
				Build Support Forms Visually <Badge tone="info">Pro</Badge>
			</h2>
			<p className="lead">
				Choose the fields, look at the preview, publish. Whoever writes to you proves their e-mail
				address first, and the form turns into a conversation.
			</p>
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
		</section>
	);
}

function Features() {
	return (
		<section className="section" aria-labelledby="features">
			<h2 id="features">What you get</h2>
			<div className="grid-2 features">
				{FEATURES.map(({ title, text }) => (
					<div key={title} className="feature">
						<h3>{title}</h3>
						<p>{text}</p>
					</div>
				))}
			</div>
		</section>
	);
}
