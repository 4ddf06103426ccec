import { paths } from "#app/paths.ts";
import { sayDay } from "./announce-rules.ts";

type DraftIntroProps = {
	draft: { announcedAt: Date | null; effectiveOn: string; failure: string | null };
	/** The public address of its document, if that is published. */
	path: string | null;
};

/** Says who can read a draft, and what becomes of it. */
export function DraftIntro({ draft, path }: DraftIntroProps) {
	if (!path) return "Nobody else sees it until you publish it.";
	if (!draft.announcedAt) {
		return (
			<>
				Of <a href={path}>{path}</a>. Nobody else sees it.
			</>
		);
	}
	const next = paths.ofDocument.next(path);
	return (
		<>
			Everybody can read it at <a href={next}>{next}</a>.
			{draft.failure === null && ` It publishes itself on ${sayDay(draft.effectiveOn)}, 00:00 UTC.`}
		</>
	);
}
