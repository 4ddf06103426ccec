export function LandingSheet() {
	return (
		<div className="landing-sheet" aria-hidden="true">
			<p className="address">
				smallprint.example/
				<wbr />
				acme/
				<wbr />
				pocket-garden/
				<wbr />
				privacy-policy
			</p>
			<p>
				<strong className="sheet-title">Privacy Policy</strong>
				Last updated 14 November 2026
			</p>
			<p>
				Pocket Garden keeps your plants on your phone. We collect what is written below, and nothing
				else.
			</p>
			<p>
				<strong>What we collect</strong>
				An e-mail address, if you write to us.
			</p>
		</div>
	);
}
