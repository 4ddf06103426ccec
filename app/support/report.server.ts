import type { UserAccess } from "#app/accounts/access.server.ts";
import {
	publicUrl,
	resolveApp,
	resolveDocument,
	resolveForm,
} from "#app/addresses/address.server.ts";
import { DELETION_SLUG } from "#app/addresses/reserved.ts";
import { resolveDeletionPage } from "#app/deletion-requests/public-page.server.ts";
import { checkAnswers } from "#app/forms/answers.ts";
import { db } from "#app/platform/db/db.server.ts";
import { REPORT_FIELDS, REPORT_TITLE } from "./report.ts";
import { type SupportSent, type SupportStep, storeMessage } from "./support-submission.server.ts";

/** Returns the path of a public page as it is now, or null if there is none at the address. */
export async function findReported(path: string): Promise<string | null> {
	const [root, account = "", app = "", third, form, ...more] = path.split("/");
	if (root !== "" || account === "" || app === "" || more.length > 0) return null;
	const resolved = await (form !== undefined
		? third === "forms" && resolveForm(account, app, form)
		: third === undefined
			? resolveApp(account, app)
			: resolvePage(account, app, third));
	if (!resolved || resolved.outcome === "missing" || resolved.outcome === "gone") return null;
	return resolved.outcome === "moved" ? resolved.path : path;
}

/** Resolves the address of a document, or of the deletion page where no document has its address. */
async function resolvePage(account: string, app: string, slug: string) {
	const document = await resolveDocument(account, app, slug);
	if (slug !== DELETION_SLUG || document.outcome === "found") return document;
	return resolveDeletionPage(account, app);
}

/**
 * Stores what somebody reports about a public page of ours as a message to support, with its mails.
 * `path` is what findReported returned. Sending the same page with the same answers again stores
 * nothing.
 */
export async function reportPage(
	access: UserAccess | null,
	path: string,
	sent: SupportSent,
): Promise<SupportStep> {
	// Bots get the same response as people, but nothing is stored or sent.
	if (sent.honeypot !== "") return { step: "sent" };
	const checked = checkAnswers(REPORT_FIELDS, sent.values, { everyEmail: true });
	if (!checked.ok) return { step: "errors", errors: checked.errors };
	const form = await db.supportForm.findFirstOrThrow({ orderBy: { isActive: "desc" } });
	const page = { id: "page", type: "text", label: "Page", value: publicUrl(path) } as const;
	const { answers, ...from } = checked.value;
	const report = { ...from, answers: [page, ...answers] };
	return storeMessage(access, { ...form, title: REPORT_TITLE }, report, {
		...sent,
		kind: "report",
	});
}
