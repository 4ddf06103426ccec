import { isIP } from "node:net";

/** An address that somebody named, taken apart: what to ask, and whom. */
export type OutsideUrl = {
	url: URL;
	/** Without a dot at its end, as certificates name it. */
	name: string;
};

/** The name of this machine, and of whatever is below it (RFC 6761). */
const LOOPBACK_NAME = /^(?:.+\.)?localhost$/;

/** Returns whether a name is this machine's, which no name server is asked for. */
export function isLoopbackName(name: string): boolean {
	return LOOPBACK_NAME.test(name);
}

/**
 * Reads an address as a browser does, so that each spelling of an IP address is known for one.
 * Returns null unless it is http or https, by a name with a dot, at the usual port, and without a
 * user. With `allowsLoopback`, "localhost" is such a name, at any port.
 */
export function readOutsideUrl(
	address: string | URL,
	{ allowsLoopback }: { allowsLoopback: boolean },
): OutsideUrl | null {
	const url = URL.parse(address);
	if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return null;
	const name = url.hostname.replace(/\.$/, "");
	if (isLoopbackName(name)) return allowsLoopback ? { url, name } : null;
	const isNamed = name.includes(".") && !name.split(".").includes("") && isIP(name) === 0;
	return isNamed && url.port === "" ? { url, name } : null;
}
