/** An error nobody expected: one line for the operator. What people typed is not in it. */
export function logError(error: unknown): void {
	const stack = error instanceof Error ? error.stack : String(error);
	const at = new Date().toISOString();
	process.stderr.write(`${JSON.stringify({ at, event: "error", error: stack })}\n`);
}
