/** "3 documents and 1 form moved; the old addresses lead to the new ones.", or "" for none. */
export function countMoved({ documents, forms }: { documents: number; forms: number }): string {
	if (documents + forms === 0) return "";
	const counted = [count(documents, "document"), count(forms, "form")].filter(Boolean);
	return `${counted.join(" and ")} moved; the old addresses lead to the new ones.`;
}

function count(n: number, noun: string): string {
	if (n === 0) return "";
	return `${n} ${noun}${n === 1 ? "" : "s"}`;
}
