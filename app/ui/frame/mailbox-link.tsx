import { paths } from "#app/paths.ts";
/** In local mode, where "check your email" means this. */
export function MailboxLink({ isLocal }: { isLocal: boolean }) {
	if (!isLocal) return null;
	return (
		<p>
			This is a local Smallprint: <a href={paths.mailbox}>open the local mailbox</a>.
		</p>
	);
}
