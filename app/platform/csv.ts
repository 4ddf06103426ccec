/**
 * Returns one line of CSV (RFC 4180). A cell that a spreadsheet would run as a formula gets an
 * apostrophe in front (OWASP, CSV Injection).
 */
export function csvLine(cells: string[]): string {
	return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(text: string): string {
	const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
	return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
