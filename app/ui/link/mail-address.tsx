import { mailto } from "./mailto.ts";

/** A mailto link whose text direction is independent of the text around it. */
export function MailAddress({ email }: { email: string }) {
	return (
		<a href={mailto(email)} dir="ltr">
			{email}
		</a>
	);
}
