import {
	findAppRow,
	type Resolved,
	resolveApp,
	resolveDocument,
} from "#app/addresses/address.server.ts";
import { DELETION_SLUG } from "#app/addresses/reserved.ts";
import { clock } from "#app/platform/clock.server.ts";
import { DAY_MS, later } from "#app/platform/time.ts";
import { DELETION_TITLE, deletionFields } from "./deletion-form.ts";
import { readPublicPage } from "./public-page.sql.ts";

/** How long the page of an app that was taken down says where to write instead. */
const FAREWELL_MS = 30 * DAY_MS;

export type OpenDeletionPage = NonNullable<ReturnType<typeof readOpenPage>>;

/** Returns the open deletion page at a canonical address, with its form; null if there is none. */
function readOpenPage(accountSlug: string, appSlug: string) {
	const page = readPublicPage(accountSlug, appSlug);
	if (!page || page.closedAt !== null) return null;
	const { formId, appId, userId, name, slug, identifierLabel, offersPart, ...texts } = page;
	return {
		...texts,
		id: formId,
		appId,
		userId,
		title: DELETION_TITLE,
		app: { name, slug },
		fields: deletionFields({ identifierLabel, offersPart: offersPart === 1 }),
		isAccepting: true,
		sentText: "",
	};
}

/**
 * Resolves `/{account}/{app}/deletion`. Earlier slugs of either lead to the present address. Without
 * an open page, the outcome has the address to write to instead, if the app has one: for 30 days
 * after the app went to the trash, because the right to deletion outlives it.
 */
export async function resolveDeletionPage(
	accountSlug: string,
	appSlug: string,
): Promise<Resolved<OpenDeletionPage>> {
	const page = readOpenPage(accountSlug, appSlug);
	if (page) return { outcome: "found", page };
	const app = await resolveApp(accountSlug, appSlug);
	if (app.outcome === "moved") {
		return { outcome: "moved", path: `${app.path}/${DELETION_SLUG}` };
	}
	if (app.outcome !== "found") {
		return { ...app, contactEmail: farewellContact(accountSlug, appSlug) };
	}
	// A document that had this address, and has another one now or was deleted.
	const former = await resolveDocument(accountSlug, appSlug, DELETION_SLUG);
	if (former.outcome === "moved" || former.outcome === "gone") return former;
	const { name, contactEmail } = app.page;
	const wasOpen = readPublicPage(accountSlug, appSlug) !== null;
	return {
		outcome: "missing",
		text: wasOpen
			? `${name} takes no deletion requests on this page any more.`
			: `${name} has no page for deletion requests.`,
		app: former.outcome === "missing" ? former.app : undefined,
		contactEmail,
	};
}

/** Returns the contact address of an app that is in the trash for less than 30 days, or null. */
function farewellContact(accountSlug: string, appSlug: string): string | null {
	const app = findAppRow(accountSlug, appSlug);
	if (!app?.deletedAt) return null;
	const until = later(new Date(app.deletedAt), FAREWELL_MS);
	return until > clock.now() ? app.contactEmail : null;
}
