/** Writes one line of JSON to the log. Tokens and what people typed must not be in it. */
export function logEvent(event: string, details: Record<string, unknown> = {}): void {
	process.stdout.write(`${JSON.stringify({ at: new Date().toISOString(), event, ...details })}\n`);
}
