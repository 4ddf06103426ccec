import { Card } from "#app/ui/list/card.tsx";

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

export function LandingDocuments() {
	return (
		<section className="section" aria-labelledby="documents">
			<h2 id="documents">Organize Your Documents</h2>
			<p className="lead">
				An app, its documents, one address for each. These three are written out in full, so that
				you can copy their structure.
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
