import { errorPage } from "#app/http/error-content.ts";
import { paths } from "#app/paths.ts";

/** The page for a message to support that isn't there. */
export function supportSubmissionNotFound() {
	return errorPage(404, {
		title: "Submission not found",
		text: "There is no message with this number.",
		link: { to: paths.admin.support, label: "Back to Support" },
	});
}
