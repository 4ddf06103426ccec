/** The settings by which a server takes mail from Postfix. */
export const INBOUND_ENV = {
	INBOUND_DOMAIN: "in.smallprint.test",
	INBOUND_SECRET: "0123456789abcdef0123456789abcdef",
	INBOUND_AUTHSERV_ID: "mx.smallprint.test",
};
