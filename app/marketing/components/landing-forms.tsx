import { paths } from "#app/paths.ts";
import { Badge } from "#app/ui/list/badge.tsx";
import { Card } from "#app/ui/list/card.tsx";
import { ConversationDrawing } from "./conversation-drawing.tsx";

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

export function LandingForms() {
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
