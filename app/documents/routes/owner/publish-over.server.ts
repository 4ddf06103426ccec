import { parseWithZod } from "@conform-to/zod/v4";
import type { AppAccess } from "#app/accounts/access.server.ts";
import { checkSaved } from "#app/checks/check.server.ts";
import { updateDocument } from "#app/documents/document.server.ts";
import { documentGone } from "#app/documents/middleware.ts";
import { updateDocumentSchema } from "#app/documents/schema.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { invalid, refused } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";
import { plural } from "#app/platform/count.ts";
import { askAboutGaps } from "./gaps-question.server.ts";
import type { Published } from "./intent.server.ts";

/**
 * Publishes what an editor posts over a public text. Redirects to the dashboard with `done`, or
 * returns a refusal or a question to the page. `unexpected` is said of a fault of ours.
 */
export async function publishOver(
	access: AppAccess,
	formData: FormData,
	{ documentId, text: { content: accepted } }: Published,
	{ done, unexpected }: { done: string; unexpected: string },
) {
	const submission = parseWithZod(formData, { schema: updateDocumentSchema });
	if (submission.status !== "success") return invalid(submission);
	const { content } = submission.value;
	const question = askAboutGaps(submission, formData, { content, accepted });
	if (question) return question;
	let revision: number | null;
	try {
		revision = await updateDocument(access, documentId, submission.value);
	} catch (error) {
		return refused(submission, error, { unexpected });
	}
	if (revision === null) throw documentGone(access.appId, formData);
	const report = await checkSaved(access, documentId);
	throw await redirectWithFlash(paths.dashboard, {
		text: done,
		...(report?.count && {
			link: {
				to: paths.checks.all({ appId: access.appId, documentId }),
				label: `${plural(report.count, "thing")} to look at`,
			},
		}),
	});
}
