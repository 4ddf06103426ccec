import { formatDateTime } from "~/lib/time";

/** Says in a form's builder that another save came first. */
export function ChangedBanner({ savedAt }: { savedAt: Date }) {
	return (
		<div className="banner" data-tone="danger">
			<div>
				Another window saved this form on {formatDateTime(savedAt)}. Yours is below, and nothing of
				it is lost. You can save it over the other one.
			</div>
		</div>
	);
}
