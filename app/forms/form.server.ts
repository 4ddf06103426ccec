import type { AppAccess } from "#app/accounts/access.server.ts";
import { keepAlias, tombstone } from "#app/addresses/alias.server.ts";
import { uniqueSlug } from "#app/addresses/slug.ts";
import { isSlugTaken } from "#app/addresses/taken.sql.ts";
import { requireActiveApp } from "#app/apps/app.server.ts";
import { countTitles, searchTitles } from "#app/apps/title-search.sql.ts";
import { requirePro } from "#app/billing/plan.server.ts";
import { freshenSubscription } from "#app/billing/subscription.server.ts";
import { countSubmissions } from "#app/conversations/submission-list.server.ts";
import type { Form } from "#app/generated/prisma/client.ts";
import { clock } from "#app/platform/clock.server.ts";
import {
	db,
	isUniqueViolation,
	type Transaction,
	transaction,
} from "#app/platform/db/db.server.ts";
import { rangeOf } from "#app/platform/db/page.ts";
import { pressId } from "#app/platform/press-id.server.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { changedElsewhere, requireRevision } from "#app/platform/revision.ts";
import { columnsOf, type FormContent, isSameForm, parseFields } from "./form-content.server.ts";
import { limitForms } from "./form-limit.server.ts";
import { duplicateTitle, formSlug, formTitleKey } from "./form-rules.ts";

/** Few, because a form's description has up to 2,000 characters. */
export const FORMS_A_PAGE = 25;

/**
 * Publishes a form and returns its id. A repeated `request_id` returns the form that it made, changed
 * to this content; with another title it makes another form. The slug is the title's, with -1, -2, …
 * when it is taken. Throws Refusal without Pro, or when the title is taken. Throws as limitForms does.
 */
export async function publishForm(
	access: AppAccess,
	{ request_id, ...content }: FormContent & { request_id: string },
): Promise<{ id: string }> {
	const requestId = pressId(request_id, formTitleKey(content.title));
	await freshenSubscription(access);
	const now = clock.now();
	return refuseDuplicate(content.title, () =>
		transaction(async (tx) => {
			const made = await tx.form.findFirst({ where: { ...ownForms(access), requestId } });
			const isChanged = made?.deletedAt === null && !isSameForm(made, content);
			if (made && !isChanged) return { id: made.id };
			await requirePro(tx, access);
			if (made) {
				await saveOver(tx, access, made, { ...content, revision: 1 });
				return { id: made.id };
			}
			await requireActiveApp(tx, access);
			const form = await tx.form.create({
				data: {
					kind: "support",
					appId: access.appId,
					userId: access.userId,
					...columnsOf(content),
					closedAt: content.isClosed ? now : null,
					slug: freeSlug(tx, access, content.title),
					requestId,
					revision: 1,
					createdAt: now,
					updatedAt: now,
				},
				select: { id: true },
			});
			limitForms(tx, access);
			return form;
		}),
	);
}

/**
 * Saves a form over revision `revision`, and keeps an alias when a new title changes the address.
 * Saving equal content changes nothing. Returns the stored revision, or null for an unknown form.
 * Throws Refusal as publishForm does, and ChangedMeanwhile when another save came first.
 */
export async function updateForm(
	access: AppAccess,
	formId: string,
	content: FormContent & { revision: number },
): Promise<number | null> {
	await freshenSubscription(access);
	return refuseDuplicate(content.title, () =>
		transaction(async (tx) => {
			await requirePro(tx, access);
			const stored = await tx.form.findFirst({ where: ownForm(access, formId) });
			return stored && saveOver(tx, access, stored, content);
		}),
	);
}

async function saveOver(
	tx: Transaction,
	access: AppAccess,
	stored: Form,
	{ revision, ...content }: FormContent & { revision: number },
): Promise<number> {
	if (isSameForm(stored, content)) return stored.revision;
	requireRevision(stored, revision, changedElsewhere("form"));
	// An unchanged title keeps its address, even when a shorter one has become free.
	const slug =
		formSlug(content.title) === formSlug(stored.title)
			? stored.slug
			: freeSlug(tx, access, content.title, stored.id);
	if (slug !== stored.slug) await keepAlias(tx, "form", access.appId, stored);
	const now = clock.now();
	await tx.form.update({
		where: ownForm(access, stored.id),
		data: {
			...columnsOf(content),
			closedAt: content.isClosed ? (stored.closedAt ?? now) : null,
			slug,
			revision: revision + 1,
			updatedAt: now,
		},
	});
	limitForms(tx, access);
	return revision + 1;
}

/**
 * Deletes a form. Its address returns 410, and its submissions stay. Returns the form's title, also
 * when it was deleted before; null for an unknown form.
 */
export async function deleteForm(access: AppAccess, formId: string): Promise<string | null> {
	return transaction(async (tx) => {
		const form = await tx.form.findFirst({
			where: { id: formId, ...ownForms(access) },
		});
		if (!form || form.deletedAt) return form?.title ?? null;
		await keepAlias(tx, "form", access.appId, form);
		await tx.form.update({
			where: ownForm(access, formId),
			data: {
				slug: tombstone(form.slug, formId),
				titleKey: tombstone(form.titleKey, formId),
				deletedAt: clock.now(),
			},
		});
		return form.title;
	});
}

/** Returns the owner's form for its builder, or null. */
export async function readForm(access: AppAccess, formId: string) {
	const form = await db.form.findFirst({ where: ownForm(access, formId), select: formColumns });
	return form && { ...form, fields: parseFields(form.fields), isClosed: form.closedAt !== null };
}

/** Returns whether the account ever made a form of any kind, deleted ones included. */
export async function hasMadeForm({ userId }: Pick<AppAccess, "userId">): Promise<boolean> {
	return (await db.form.findFirst({ where: { userId }, select: { id: true } })) !== null;
}

/** Returns the title of the owner's form of any kind, even a deleted one: its submissions stay. */
export async function findFormTitle(access: AppAccess, formId: string): Promise<string | null> {
	const form = await db.form.findFirst({
		where: { id: formId, appId: access.appId, userId: access.userId },
		select: { title: true },
	});
	return form?.title ?? null;
}

/**
 * Returns a page, counted from 1, of an app's forms whose titles contain `query`, last updated
 * first, with their counts of verified submissions.
 */
export async function listForms(
	access: AppAccess,
	{ query = "", page = 1 }: { query?: string; page?: number } = {},
) {
	const { appId, userId } = access;
	const range = rangeOf(page, FORMS_A_PAGE);
	const found = searchTitles("Form", access, { query, ...range });
	const forms = await db.form.findMany({
		where: { id: { in: found }, appId, userId, kind: "support" },
		take: range.take,
		orderBy: [{ updatedAt: "desc" }, { id: "desc" }],
		select: formColumns,
	});
	const verified = await countSubmissions(
		access,
		forms.map((form) => form.id),
		{ verifiedAt: { not: null } },
	);
	return forms.map(({ fields, ...form }) => ({
		...form,
		isClosed: form.closedAt !== null,
		fields: parseFields(fields),
		verifiedSubmissions: verified.get(form.id) ?? 0,
	}));
}

/** Returns how many forms of an app have a title that contains `query`. */
export function countForms(access: AppAccess, query = ""): number {
	return countTitles("Form", access, query);
}

const formColumns = {
	id: true,
	title: true,
	description: true,
	fields: true,
	closedAt: true,
	closedText: true,
	sentText: true,
	answersByMail: true,
	slug: true,
	revision: true,
	createdAt: true,
	updatedAt: true,
} as const;

/** Deleted ones included. */
function ownForms({ appId, userId }: AppAccess) {
	return { appId, userId, kind: "support" };
}

function ownForm(access: AppAccess, formId: string) {
	return { id: formId, ...ownForms(access), deletedAt: null };
}

function freeSlug(tx: Transaction, access: AppAccess, title: string, selfId?: string): string {
	return uniqueSlug(formSlug(title), (slug) =>
		isSlugTaken(tx, "Form", { ...access, slug, selfId }),
	);
}

async function refuseDuplicate<T>(title: string, work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		if (!isUniqueViolation(error)) throw error;
		throw new Refusal(duplicateTitle(title), { field: "title" });
	}
}
