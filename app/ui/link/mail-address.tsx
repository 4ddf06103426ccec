import { mailto } from "./mailto.ts";

/** A mailto link whose text direction is independent of the text around it. */
export function MailAddress({ email }: { email: string }) {
	return (
		<a href={mailto(email)} dir="ltr">
			{email}
		</a>
	);
}

/** " You can write to …", after a sentence that says what is not possible. Nothing without one. */
export function WriteTo({ email }: { email: string | null }) {
	if (!email) return null;
	return (
		<>
			{" "}
			You can write to <MailAddress email={email} />.
		</>
	);
}
