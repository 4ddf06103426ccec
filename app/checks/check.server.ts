import type { AppAccess } from "#app/accounts/access.server.ts";
import { readProfile } from "#app/accounts/profile.server.ts";
import { publicUrl } from "#app/addresses/address.server.ts";
import { findDeletionPage } from "#app/deletion-requests/deletion-page.server.ts";
import { asRenderRefusal, type DocumentText } from "#app/documents/document-page.server.ts";
import { documentSlug } from "#app/documents/document-rules.ts";
import { type Kind, kindOf } from "#app/documents/kind.ts";
import { paths } from "#app/paths.ts";
import { clock } from "#app/platform/clock.server.ts";
import { db } from "#app/platform/db/db.server.ts";
import { rangeOf } from "#app/platform/db/page.ts";
import { logError } from "#app/platform/log.server.ts";
import {
	MarkdownBusyError,
	MarkdownTooSlowError,
	readInWorker,
} from "#app/platform/markdown/markdown.server.ts";
import { type Report, reportOf } from "./report.server.ts";
import type { About, Findings } from "./text/finding.ts";

/** The worker loads it, from the project's root. */
const READER = "app/checks/text/check-text.ts";

export const CHECKED_A_PAGE = 10;

/** How many of an account's other apps are looked for by name, the newest. */
const MOST_NAMES = 500;

const CHECKED = {
	id: true,
	title: true,
	slug: true,
	content: true,
	html: true,
	kind: true,
	effectiveOn: true,
	updatedAt: true,
	ignoredChecks: true,
} as const;

/** A document with what the checks say of it; null if they could not be run. */
export type CheckedDocument = { id: string; title: string; slug: string; report: Report | null };

/**
 * Checks a page, counted from 1, of the owner's documents, the newest first. Those of the page that
 * have problems come before its others.
 */
export async function checkDocuments(
	access: AppAccess,
	{ documentId, page = 1 }: { documentId?: string; page?: number } = {},
): Promise<CheckedDocument[]> {
	const documents = await db.document.findMany({
		where: { ...ofApp(access), ...(documentId !== undefined && { id: documentId }) },
		...rangeOf(page, CHECKED_A_PAGE),
		orderBy: [{ updatedAt: "desc" }, { id: "desc" }],
		select: CHECKED,
	});
	const app = await readAboutApp(access);
	const checked: (CheckedDocument & { rank: number })[] = [];
	// One after another: an account has few places in the queue.
	for (const { html, content, ignoredChecks, ...document } of documents) {
		const about = aboutOf(app, document, document.updatedAt);
		const report = await look(access, { html }, { ...about, source: content }).then(
			({ result }) => reportOf(result, ignoredChecks),
			logUnlessBusy,
		);
		const { id, title, slug } = document;
		checked.push({ id, title, slug, report, rank: rankOf(report) });
	}
	return checked
		.sort((one, other) => other.rank - one.rank)
		.map(({ rank: _, ...document }) => document);
}

/** Returns how many documents of the app there are to check. */
export function countChecked(access: AppAccess): Promise<number> {
	return db.document.count({ where: ofApp(access) });
}

/** A text in an editor, with what its fields say of it. */
export type EditedText = DocumentText & {
	slug?: string;
	kind?: Kind | null;
	effectiveOn?: string;
	/** The document that it is to replace, if it is the owner's. */
	documentId?: string;
};

/**
 * Renders and checks a text that is not saved yet, in one place of the queue, until `signal` says
 * that nobody waits for it. Throws Refusal as renderDocument() does.
 */
export async function previewText(
	access: AppAccess,
	{ documentId, content, format, ...text }: EditedText,
	signal?: AbortSignal,
): Promise<{ html: string; report: Report }> {
	const { title, slug = "", kind = null, effectiveOn = "" } = text;
	const stored = documentId
		? await db.document.findFirst({
				where: { ...ofApp(access), id: documentId },
				select: { ignoredChecks: true },
			})
		: null;
	const document = { title, slug: slug || documentSlug(title), kind, effectiveOn };
	const about = aboutOf(await readAboutApp(access), document, clock.now());
	const source = { source: content, options: { title, format } };
	try {
		const { html, result } = await look(access, source, { ...about, source: content }, signal);
		return { html: html ?? "", report: reportOf(result, stored?.ignoredChecks) };
	} catch (error) {
		throw asRenderRefusal(error);
	}
}

/** Returns what the checks say of a saved document, or null: unknown, or they could not be run. */
export async function checkSaved(access: AppAccess, documentId: string): Promise<Report | null> {
	const [document] = await checkDocuments(access, { documentId });
	return document?.report ?? null;
}

function look(
	{ userId }: AppAccess,
	text: Parameters<typeof readInWorker>[0],
	about: About & { source: string },
	signal?: AbortSignal,
) {
	return readInWorker<Findings>(text, { reader: READER, about }, { account: userId, signal });
}

/** A check that fails must not take the page of the others away, and an operator must read of it. */
function logUnlessBusy(error: unknown): null {
	const isExpected = error instanceof MarkdownBusyError || error instanceof MarkdownTooSlowError;
	if (!isExpected) logError(error);
	return null;
}

type AboutApp = Omit<About, "title" | "slug" | "kind" | "updatedOn" | "effectiveOn">;

async function readAboutApp(access: AppAccess): Promise<AboutApp> {
	const { userId, appId, app, accountName } = access;
	const { full_name, company } = await readProfile(access);
	const others = await db.app.findMany({
		where: { userId, deletedAt: null, id: { not: appId } },
		take: MOST_NAMES,
		orderBy: { createdAt: "desc" },
		select: { name: true },
	});
	const page = await findDeletionPage(access);
	const account = accountName ?? "";
	return {
		appName: app.name,
		developerNames: [company, full_name, account].filter((name) => name !== null && name !== ""),
		otherAppNames: others.map(({ name }) => name),
		deletionUrl:
			page?.closedAt === null ? publicUrl(paths.visitor.deletion(account, app.slug)) : null,
	};
}

type AboutDocument = { title: string; slug: string; kind: string | null; effectiveOn: string };

function aboutOf(app: AboutApp, document: AboutDocument, updatedAt: Date): About {
	const { title, slug, effectiveOn } = document;
	const updatedOn = updatedAt.toISOString().slice(0, 10);
	return { ...app, title, slug, kind: kindOf(document), updatedOn, effectiveOn };
}

function rankOf(report: Report | null): number {
	if (!report || report.count === 0) return 0;
	return report.toLookAt[0]?.isProblem ? 2 : 1;
}

function ofApp({ appId, userId }: AppAccess) {
	return { appId, deletedAt: null, app: { userId, deletedAt: null } };
}
