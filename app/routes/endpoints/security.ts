import { textFile } from "~/lib/text-file.server";
import { publicUrl } from "~/models/address.server";
import { securityContact } from "~/models/security-contact.server";

/** RFC 9116: where to report a fault in the site's security. */
export function loader() {
	const { email, expires } = securityContact();
	const lines = [
		`Contact: mailto:${email}`,
		`Expires: ${expires.toISOString()}`,
		"Preferred-Languages: en",
		`Canonical: ${publicUrl("/.well-known/security.txt")}`,
	];
	return textFile(`${lines.join("\n")}\n`, "text/plain");
}
