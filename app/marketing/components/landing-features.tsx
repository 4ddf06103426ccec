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

export function LandingFeatures() {
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
