import { mailto } from "./mailto.ts";

/** An e-mail address that can be written to, in its own direction whatever stands around it. */
export function MailAddress({ email }: { email: string }) {
	return (
		<a href={mailto(email)} dir="ltr">
			{email}
		</a>
	);
}
