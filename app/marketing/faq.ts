/** A question of the help page, with its answer as paragraphs of plain text. */
export type FaqEntry = { question: string; answer: string[] };

/** A piece of a text, and whether it matches the search. */
export type Piece = { text: string; isMatch: boolean };

export const FAQ: FaqEntry[] = [
	{
		question: "Will the address of a document ever break?",
		answer: [
			"No. When you change a title, an app's name or your account name, the address changes with it, and every earlier address leads to the new one, permanently. A link that you gave to a store keeps working.",
			"An address that was yours is never given to anybody else.",
		],
	},
	{
		question: "What do I enter in the App Store and on Google Play?",
		answer: [
			"Your app's store kit has every address under the name that the store uses, ready to paste, and says what is missing.",
			"App Store Connect asks for the privacy policy under App Privacy, as Privacy Policy URL; the Play Console under App content, as Privacy policy. For the support URL, use the app's own page: it lists its documents and its forms.",
		],
	},
	{
		question: "Which formatting can I use in a document?",
		answer: [
			"Markdown: headings, lists, tables, links, images, quotes, footnotes and strikethrough. Every heading gets a link of its own, and a longer document gets a list of contents.",
			"HTML works as well, alone or as a block inside Markdown. Headings, paragraphs, lists, tables, links, images and folding details stay; scripts, styles and forms are taken out. The editor says when it takes a text for HTML, and below the text you can choose otherwise.",
		],
	},
	{
		question: "Can I paste a policy from a generator?",
		answer: [
			"Yes. Paste what the generator exports as HTML, as Markdown or as plain text: Termly, iubenda, and the HTML that Google Docs, Word or your own site gives. Look at the preview, and publish. Three generators are linked beside the editor, and Use Sample fills in a short policy to begin with.",
			"A generator knows the law in general and not your app, so please read what it wrote.",
		],
	},
	{
		question: "What happens when I downgrade or cancel?",
		answer: [
			"Nothing is deleted. Everything that you published stays public, and you can go on editing it. With more than 2 apps on the Free plan, you can't create another until you upgrade or delete some.",
			"Without Pro, support forms accept no new messages. The submissions that you have can still be read, answered and exported. Changes of plan are prorated.",
		],
	},
	{
		question: "How do support conversations work?",
		answer: [
			"Somebody fills in your form and opens the link that we mail them, which proves their e-mail address. From then on you see their message, and can answer it.",
			"Their side stays open for one hour. After that your reply reaches them by mail, with a link that opens the conversation for another hour. They need no account.",
			"Where our mail says so, you and your visitors can also answer it from your mail program, above its line: what you write becomes a message in the conversation. A mail counts as yours when it comes from your account's address and its domain vouches for it. Any other is held for a week and shown to nobody, and we ask you by mail whether it was you. Files are not taken yet. You can turn answers by mail off in the builder of a form.",
		],
	},
	{
		question: "A mail has not arrived. What can I do?",
		answer: [
			"Look in the spam folder, and check the address for a typing error. Links to confirm an account work for 24 hours and links for a new password for 1 hour; the sign-in page sends new ones.",
			"Visitors of your forms can send the form again: at most three times an hour for one address.",
		],
	},
	{
		question: "How do I delete a document, a form or an app?",
		answer: [
			"Each has a Delete link, and asks once before it acts. The page is gone at once, and its address says that it was taken down. The submissions of a deleted form stay with you.",
			"If it was a mistake, you can bring it back: press Undo in the message that follows, or open Recently deleted, below the list that it was in.",
		],
	},
	{
		question: "How do I take my data with me?",
		answer: [
			"In the settings, Export your data downloads all of it as one ZIP file: each document as the Markdown or HTML that you wrote, your forms, and the submissions with their conversations.",
			"Below every list of submissions, 'Export this list' has CSV and JSON of that list alone. All of this works on every plan.",
		],
	},
	{
		question: "How do I delete my account?",
		answer: [
			"In the settings, under Danger Zone, with the word DELETE and your password. Your subscription is cancelled first; then your documents, forms and submissions are erased, and their addresses say that they are gone.",
			"It can't be undone, so export what you want to keep.",
		],
	},
];

/** Returns the query as it is searched: trimmed, with plain spaces and straight quotes. */
export function searchText(query: string): string {
	return query.replace(/\s+/g, " ").replace(/[‘’]/g, "'").replace(/[“”]/g, '"').trim();
}

/** Returns the entries that contain the text, in any case; all entries for "". */
export function searchFaq(text: string): FaqEntry[] {
	return FAQ.filter(({ question, answer }) =>
		[question, ...answer].some((part) => indexIn(part, text) !== -1),
	);
}

/** Splits a text, so that a page can mark every match of the search. */
export function markMatches(text: string, search: string): Piece[] {
	const pieces: Piece[] = [];
	let from = 0;
	while (search !== "") {
		const at = indexIn(text, search, from);
		if (at === -1) break;
		if (at > from) pieces.push({ text: text.slice(from, at), isMatch: false });
		pieces.push({ text: text.slice(at, at + search.length), isMatch: true });
		from = at + search.length;
	}
	if (from < text.length) pieces.push({ text: text.slice(from), isMatch: false });
	return pieces;
}

// Lower case keeps every offset, because the entries are ASCII.
function indexIn(text: string, search: string, from = 0): number {
	return text.toLowerCase().indexOf(search.toLowerCase(), from);
}
