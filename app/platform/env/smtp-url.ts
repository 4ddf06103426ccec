import { z } from "zod";

/** The mail server that takes our mail. */
export type Smtp = {
	host: string;
	port: number;
	/** TLS from the first byte; by STARTTLS, which must succeed; or none, on this machine. */
	tls: "implicit" | "starttls" | "none";
	/** Null for a server that knows us by our address. */
	login: { user: string; password: string } | null;
};

/** Names that no other machine can have. */
export const LOCAL_HOSTNAMES = ["localhost", "127.0.0.1", "[::1]"];

const SHAPE =
	"must look like smtps://user:password@host:465 or smtp://user:password@host:587, with characters such as / and # of the password percent-encoded";

/** Reads the address of a mail server. A fault never quotes it, because it holds a password. */
export const smtpUrl = z.string().transform((text, context): Smtp => {
	const smtp = URL.canParse(text) ? readUrl(new URL(text)) : SHAPE;
	if (typeof smtp !== "string") return smtp;
	context.addIssue(smtp);
	return z.NEVER;
});

/** Returns the mail server, or what is wrong with its address. */
function readUrl(url: URL): Smtp | string {
	const { protocol, hostname } = url;
	const isImplicit = protocol === "smtps:";
	const port = Number(url.port) || (isImplicit ? 465 : 587);
	const user = decode(url.username);
	const password = decode(url.password);
	const isBare = ["", "/"].includes(url.pathname) && url.search === "" && url.hash === "";
	const isWhole = hostname !== "" && user !== null && password !== null;
	if (!/^smtps?:$/.test(protocol) || !isBare || !isWhole) return SHAPE;
	if ((user === "") !== (password === ""))
		return "must have both a user and a password, or neither";
	if (!isImplicit && port === 465)
		return "must start with smtps: for port 465, where TLS comes first";
	if (isImplicit && [25, 587].includes(port)) {
		return `must start with smtp: for port ${port}, where TLS comes by STARTTLS`;
	}
	const isLocal = LOCAL_HOSTNAMES.includes(hostname);
	return {
		host: hostname.replace(/^\[|\]$/g, ""),
		port,
		tls: isImplicit ? "implicit" : isLocal ? "none" : "starttls",
		login: user ? { user, password } : null,
	};
}

function decode(text: string): string | null {
	try {
		return decodeURIComponent(text);
	} catch {
		return null;
	}
}
