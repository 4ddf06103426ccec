/** Returns what a button says while it does what its label says: "Save Changes" becomes "Saving…". */
export function inProgress(label: string): string {
	const [verb = ""] = label.split(" ");
	if (!/^[A-Z][a-z]+$/.test(verb) || /^(Next|Previous)$/.test(verb)) return label;
	// One vowel between consonants: Get, Stop, Tag, Submit.
	const isDoubled = /^[^aeiou]+[aeiou][^aeiouwxy]$|mit$/i.test(verb);
	const stem = isDoubled ? verb + verb.at(-1) : verb.replace(/(?<=[^e])e$/, "");
	return `${stem}ing…`;
}
