import { paths } from "#app/paths.ts";
/** Shown in local mode, where all mail goes to this mailbox. */
export function MailboxLink({ isLocal }: { isLocal: boolean }) {
	if (!isLocal) return null;
	return (
		<p>
			This is a local Smallprint: <a href={paths.mailbox}>open the local mailbox</a>.
		</p>
	);
}
