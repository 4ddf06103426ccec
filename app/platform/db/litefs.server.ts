import fs from "node:fs";
import path from "node:path";

/**
 * A node's role. A primary takes writes. A replica knows its primary's name. A node is cut off when
 * it has lost the primary or its own LiteFS.
 */
export type Role = { kind: "primary" } | { kind: "replica"; primary: string } | { kind: "cut-off" };

/**
 * Returns the role of the node whose LiteFS is mounted at `folder`. Only a connected replica has
 * `.primary`, so its absence alone proves nothing. `.lag` is 0 on the primary and grows elsewhere.
 */
export function readRole(folder: string): Role {
	const primary = read(path.join(folder, ".primary"))?.trim();
	// The name becomes part of a header.
	if (primary && /^[\w.:-]+$/.test(primary)) return { kind: "replica", primary };
	return readLagMs(folder) === 0 ? { kind: "primary" } : { kind: "cut-off" };
}

/**
 * Returns the milliseconds since this node last heard from the primary, which sends every second: 0
 * on the primary, infinity without LiteFS, negative when the primary's clock is ahead.
 */
export function readLagMs(folder: string): number {
	const text = read(path.join(folder, ".lag"));
	return text === null || !/^[+-]\d+\s*$/.test(text) ? Number.POSITIVE_INFINITY : Number(text);
}

/**
 * Returns the number of a database's last transaction (LiteFS's TXID: 16 hex digits, which sort as
 * texts), or null without LiteFS.
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
