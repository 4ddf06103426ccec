import fs from "node:fs";
import path from "node:path";

/**
 * What a node may do. A primary takes writes; a replica knows the name of the primary that does; one
 * that is cut off knows nobody, and neither does a node whose LiteFS is gone.
 */
export type Role = { kind: "primary" } | { kind: "replica"; primary: string } | { kind: "cut-off" };

/**
 * The role of the node whose LiteFS is mounted at `folder`. `.primary` stands there on a connected
 * replica only, so that its absence alone means nothing; `.lag` is 0 on the primary, and grows
 * elsewhere.
 */
export function readRole(folder: string): Role {
	const primary = read(path.join(folder, ".primary"))?.trim();
	// It becomes part of a header.
	if (primary && /^[\w.:-]+$/.test(primary)) return { kind: "replica", primary };
	return readLagMs(folder) === 0 ? { kind: "primary" } : { kind: "cut-off" };
}

/**
 * For how long this node has not heard of the primary, in milliseconds: it hears every second. 0 on
 * the primary, and infinity where LiteFS is gone. A primary's clock that is ahead makes it negative.
 */
export function readLagMs(folder: string): number {
	const text = read(path.join(folder, ".lag"));
	return text === null || !/^[+-]\d+\s*$/.test(text) ? Number.POSITIVE_INFINITY : Number(text);
}

/**
 * The number of the last transaction in a database (LiteFS's TXID: 16 hex digits, so that later ones
 * are greater as texts), or null where LiteFS is gone.
 */
export function readPosition(databaseFile: string): string | null {
	return read(`${databaseFile}-pos`)?.split("/")[0] ?? null;
}

function read(file: string): string | null {
	try {
		return fs.readFileSync(file, "utf8");
	} catch {
		return null;
	}
}
