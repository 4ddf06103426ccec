import { Day } from "#app/documents/versions/history-page.tsx";
import { paths } from "#app/paths.ts";

type NextAsideProps = {
	/** The document's own address. */
	path: string;
	/** The day from which the announced text applies; null: none is announced. */
	day: string | null;
};

/** Points from a document's page to the text that is announced for it. */
export function NextAside({ path, day }: NextAsideProps) {
	if (day === null) return null;
	return (
		<aside className="notice" lang="en">
			A new version applies from <Day day={day} />.{" "}
			<a href={paths.ofDocument.next(path)}>Read it</a>
			{" · "}
			<a href={paths.ofDocument.changesOfNext(path)}>See what changes</a>
		</aside>
	);
}
