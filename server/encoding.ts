/** The first of `encodings` that the client takes: one with q=0 is not taken (RFC 9110, section 12.5.3). */
export function pickEncoding<Encoding extends string>(
	accepted: string | undefined,
	encodings: readonly Encoding[],
): Encoding | "identity" {
	if (!accepted) return "identity";
	for (const encoding of encodings) {
		const at = accepted.indexOf(encoding);
		if (at < 0) continue;
		const rest = accepted.slice(at + encoding.length);
		if (!/^\s*;\s*q=0(?:\.0*)?\s*(?:,|$)/.test(rest)) return encoding;
	}
	return "identity";
}
