const SECRET = "0123456789abcdef0123456789abcdef";

/** What the process and the server need for mail to come in by both doors. */
export const INBOUND_ENV = {
	INBOUND_DOMAIN: "in.smallprint.test",
	POSTMARK_INBOUND_SECRET: SECRET,
	INBOUND_SECRET: SECRET,
	INBOUND_AUTHSERV_ID: "mx.example.org",
};
