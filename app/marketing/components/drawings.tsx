/** A drawing of a conversation; the text beside it says the same. */
export function ConversationDrawing() {
	return (
		<div className="conversation-drawing" aria-hidden="true">
			<p className="conversation-head">
				<strong>Pocket Garden Support</strong>
				<span className="badge" data-tone="success">
					42:10 left
				</span>
			</p>
			<p className="message" data-from="first">
				<span className="message-meta">Ann asked · 14:02</span>
				Since the update my plants don't get their reminders.
			</p>
			<p className="message">
				<span className="message-meta">Pocket Garden · 14:09</span>
				Thanks for writing. Did you allow notifications after the update?
			</p>
			<p className="message" data-from="self">
				<span className="message-meta">Ann · 14:11</span>
				They were off. Now it works!
			</p>
		</div>
	);
}

/** A drawing of a published document. */
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
