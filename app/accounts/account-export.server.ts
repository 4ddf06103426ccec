import { publicUrl } from "#app/addresses/address.server.ts";
import { planOf } from "#app/billing/plan.server.ts";
import { listSavedReplies } from "#app/conversations/saved-reply.server.ts";
import {
	submissionsAsCsv,
	submissionsAsJson,
} from "#app/conversations/submission-export.server.ts";
import { eachSubmission } from "#app/conversations/submission-list.server.ts";
import { exportDeletions } from "#app/deletion-requests/deletion-export.server.ts";
import { countSubscribers } from "#app/documents/notices/subscriber.server.ts";
import { documentFile, exportDocuments } from "#app/documents/versions/document-export.server.ts";
import { parseFields } from "#app/forms/form-content.server.ts";
import type { App, Form } from "#app/generated/prisma/client.ts";
import type { ZippedFile } from "#app/http/download.server.ts";
import { paths } from "#app/paths.ts";
import { clock } from "#app/platform/clock.server.ts";
import { db } from "#app/platform/db/db.server.ts";
import { eachRow } from "#app/platform/db/each-row.server.ts";
import { safeFileName } from "#app/platform/file-name.ts";
import type { AppAccess, UserAccess } from "./access.server.ts";
import { readProfile } from "./profile.server.ts";

const APPS_AT_ONCE = 100;
const FORMS_AT_ONCE = 50;
const MESSAGES_AT_ONCE = 50;
/** More replies to one message than operators write. */
const SUPPORT_REPLIES = 100;
const TITLES_AT_ONCE = 500;

const README = `This is everything that you keep at Smallprint.

account.json        you, your plan, and the public address of every page
saved-replies.json  the replies that you saved
support.json        what you wrote to our support while you were signed in
apps/               a folder for each app
trash/              the same for each deleted app, which can be brought back

In each app's folder:

documents/          the text of each document, as it was published last, and in a
                    folder "versions" each text that was published, with a list of them
deleted-documents/  the same for each deleted document, which can be brought back
                    for 30 days
drafts/             the text of each draft, which is not published, with a list of them
forms.json          your forms with their fields, deleted ones too
deletion-page.json  the texts of the page where people ask for deletion
submissions.csv     what visitors sent, for a spreadsheet
submissions.json    the same with every message of the conversations and your notes
deletions.csv       the days and outcomes of deletion requests, kept for two years as proof

Submissions are here once the visitor has proved the e-mail address. Texts are UTF-8, times UTC.
`;

/**
 * Yields the files of an account's export. Each is produced as it is read, in pieces that fit into
 * memory. Trashed apps, deleted documents and submissions of deleted forms are included. Unverified
 * submissions are not.
 */
export async function* exportAccount(access: UserAccess): AsyncGenerator<ZippedFile> {
	yield fileOf("README.txt", README);
	yield fileOf("account.json", describeAccount(access));
	const replies = await listSavedReplies(access);
	yield fileOf("saved-replies.json", toJson(replies.map(({ title, text }) => ({ title, text }))));
	yield fileOf("support.json", describeSupport(access));
	for await (const app of eachApp(access)) yield* exportApp(access, app);
}

async function* exportApp(access: UserAccess, app: App): AsyncGenerator<ZippedFile> {
	const folder = folderOf(app);
	yield* exportDocuments(access, { appId: app.id, folder });
	yield* exportDeletions({ appId: app.id, userId: access.userId }, folder);
	const forms = await db.form.count({ where: { appId: app.id, userId: access.userId } });
	if (forms === 0) return;
	yield fileOf(`${folder}/forms.json`, describeForms(access, app));
	const appAccess: AppAccess = { ...access, appId: app.id, app };
	const submissions = () => eachSubmission(appAccess, undefined, { verifiedOnly: true });
	yield fileOf(`${folder}/submissions.csv`, submissionsAsCsv(submissions()));
	yield fileOf(`${folder}/submissions.json`, submissionsAsJson(submissions()));
}

function fileOf(name: string, content: ZippedFile["content"]): ZippedFile {
	return { name, lastModified: clock.now(), content };
}

async function* describeAccount(access: UserAccess): AsyncGenerator<string> {
	const { createdAt } = await db.user.findUniqueOrThrow({
		where: { id: access.userId },
		select: { createdAt: true },
	});
	const account = {
		...(await readProfile(access)),
		email: access.email,
		account_name: access.accountName,
		plan: (await planOf(access)).name,
		created_at: createdAt,
	};
	// The closing brace comes after the last app.
	yield `${toJson(account).trimEnd().slice(0, -1).trimEnd()},\n"apps": `;
	yield* listOf(eachApp(access), (app) => describeApp(access, app));
	yield "}\n";
}

async function describeApp(access: UserAccess, app: App) {
	const account = app.deletedAt ? null : access.accountName;
	const where = { appId: app.id, app: { userId: access.userId } };
	const select = {
		...{ id: true, title: true, slug: true },
		...{ createdAt: true, updatedAt: true, deletedAt: true },
	} as const;
	const documents = await Array.fromAsync(
		eachRow(TITLES_AT_ONCE, (page) =>
			db.document.findMany({
				where: { ...where, ...page.where },
				select: { ...select, kind: true, historyOpenedAt: true, ignoredChecks: true },
				...page.range,
			}),
		),
	);
	const forms = await Array.fromAsync(
		eachRow(TITLES_AT_ONCE, (page) =>
			db.form.findMany({
				where: { ...where, kind: "support", ...page.where },
				select,
				...page.range,
			}),
		),
	);
	forms.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
	return {
		id: app.id,
		name: app.name,
		folder: folderOf(app),
		public_url: account && publicUrl(paths.visitor.app(account, app.slug)),
		contact_email: app.contactEmail,
		store_kit: { locales: JSON.parse(app.storeLocales), documents: JSON.parse(app.kitChoices) },
		subscribers: await countSubscribers({ ...access, appId: app.id, app }),
		created_at: app.createdAt,
		deleted_at: app.deletedAt,
		documents: documents.map((document) => ({
			title: document.title,
			file: documentFile(document),
			public_url: publicUrlOf(access, app, document, paths.visitor.document),
			kind: document.kind,
			history_opened_at: document.historyOpenedAt,
			ignored_checks: JSON.parse(document.ignoredChecks),
			...datesOf(document),
		})),
		forms: forms.map((form) => ({
			title: form.title,
			public_url: publicUrlOf(access, app, form, paths.visitor.form),
			...datesOf(form),
		})),
	};
}

function describeSupport({ userId }: UserAccess): AsyncGenerator<string> {
	const messages = eachRow(MESSAGES_AT_ONCE, (page) =>
		db.supportSubmission.findMany({
			where: { userId, ...page.where },
			...page.range,
			select: {
				id: true,
				answers: true,
				status: true,
				createdAt: true,
				replies: {
					orderBy: { id: "asc" },
					take: SUPPORT_REPLIES,
					select: { text: true, createdAt: true },
				},
			},
		}),
	);
	return listOf(messages, ({ id, answers, status, createdAt, replies }) => ({
		id,
		answers: JSON.parse(answers),
		status,
		created_at: createdAt,
		replies: replies.map((reply) => ({ text: reply.text, created_at: reply.createdAt })),
	}));
}

function describeForms(access: UserAccess, app: App): AsyncGenerator<string> {
	return listOf(eachForm(access, app), (form) => ({
		...{ id: form.id, title: form.title, description: form.description },
		fields: parseFields(form.fields),
		closed_at: form.closedAt,
		...{ closed_text: form.closedText, sent_text: form.sentText },
		answers_by_mail: form.answersByMail,
		public_url: publicUrlOf(access, app, form, paths.visitor.form),
		...datesOf(form),
	}));
}

type Page = Pick<Form, "slug" | "createdAt" | "updatedAt" | "deletedAt">;

function publicUrlOf(
	{ accountName }: UserAccess,
	app: App,
	page: Page,
	pathOf: (account: string, app: string, page: string) => string,
): string | null {
	if (accountName === null || app.deletedAt || page.deletedAt) return null;
	return publicUrl(pathOf(accountName, app.slug, page.slug));
}

function datesOf({ createdAt, updatedAt, deletedAt }: Page) {
	return { created_at: createdAt, updated_at: updatedAt, deleted_at: deletedAt };
}

function eachApp({ userId }: UserAccess): AsyncGenerator<App> {
	return eachRow(APPS_AT_ONCE, (page) =>
		db.app.findMany({ where: { userId, ...page.where }, ...page.range }),
	);
}

function eachForm({ userId }: UserAccess, { id: appId }: App) {
	return eachRow(FORMS_AT_ONCE, (page) =>
		db.form.findMany({
			where: { appId, userId, kind: "support", ...page.where },
			...page.range,
		}),
	);
}

/** Yields a JSON list with one line for each row. */
async function* listOf<Row>(
	rows: AsyncIterable<Row>,
	describe: (row: Row) => object | Promise<object>,
): AsyncGenerator<string> {
	let separator = "[\n";
	for await (const row of rows) {
		yield separator + JSON.stringify(await describe(row));
		separator = ",\n";
	}
	yield separator === "[\n" ? "[]\n" : "\n]\n";
}

/** Returns the app's folder. Trashed apps may share a slug, so theirs carries a part of the id. */
function folderOf({ id, slug, deletedAt }: App): string {
	if (!deletedAt) return `apps/${safeFileName(slug)}`;
	return `trash/${slug.split("~")[0]}-${id.slice(-12)}`;
}

function toJson(value: unknown): string {
	return `${JSON.stringify(value, null, "\t")}\n`;
}
