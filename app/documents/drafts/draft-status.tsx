import { formatTime } from "#app/platform/time.ts";

/** Says when a script saved the draft, or why it didn't. */
export function DraftStatus({ savedAt, error }: { savedAt?: string; error?: string }) {
	return (
		<p className="hint" role="status">
			{error ?? (savedAt && `Draft saved ${formatTime(new Date(savedAt))}`)}
		</p>
	);
}
