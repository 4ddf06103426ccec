import type { Resolved } from "#app/addresses/address.server.ts";

/** Returns where a public address leads: "found", "missing", "gone", or the path it moved to. */
export function outcomeOf(resolved: Resolved<unknown>): string {
	return resolved.outcome === "moved" ? resolved.path : resolved.outcome;
}
