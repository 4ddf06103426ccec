/**
 * Returns one line of CSV (RFC 4180). A cell that a spreadsheet would run as a formula gets an
 * apostrophe in front (OWASP, CSV Injection).
 */
export function csvLine(cells: string[]): string {
	return `${cells.map(csvCell).join(",")}\r\n`;
}

/**
 * Yields a line of CSV whose last cell comes in pieces, because it may be too long to hold. The
 * pieces are a line each, and none of them begins as a formula does.
 */
export function* longCsvLine(cells: string[], pieces: Iterable<string>): Generator<string> {
	yield `${cells.map(csvCell).join(",")},`;
	let start = '"';
	for (const piece of pieces) {
		yield start + piece.replaceAll('"', '""');
		start = "\n";
	}
	yield start === "\n" ? '"\r\n' : "\r\n";
}

function csvCell(text: string): string {
	// The wide ones count as the others for a spreadsheet in Japanese or Chinese.
	const safe = /^[=+\-@＝＋－＠\t\r]/.test(text) ? `'${text}` : text;
	return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
