import { type AdminAccess, requireRoleNow, type UserAccess } from "#app/accounts/access.server.ts";
import { MAY_CHANGE_SUPPORT_FORM } from "#app/accounts/admin-role.ts";
import { recordAct } from "#app/admin/audit.server.ts";
import { changesBetween } from "#app/conversations/submission-rules.ts";
import { parseFields } from "#app/forms/form-content.server.ts";
import { emailFieldOf, nameFieldOf } from "#app/forms/form-rules.ts";
import { clock } from "#app/platform/clock.server.ts";
import { db, transaction } from "#app/platform/db/db.server.ts";
import { changedElsewhere, requireRevision } from "#app/platform/revision.ts";
import type { SupportFormContent } from "./support-form.ts";

/**
 * Returns the active support form with a new request id, or null if none is active. `known` holds
 * the signed-in person's name and address by field id.
 */
export async function readActiveSupportForm(access: UserAccess | null) {
	const stored = await db.supportForm.findFirst({
		where: { isActive: true },
		select: { title: true, description: true, fields: true, revision: true },
	});
	if (!stored) return null;
	const form = { ...stored, fields: parseFields(stored.fields) };
	const known = new Map<string, string>();
	if (access) {
		const { fullName } = await db.user.findUniqueOrThrow({
			where: { id: access.userId },
			select: { fullName: true },
		});
		const nameField = nameFieldOf(form.fields);
		const emailField = emailFieldOf(form.fields);
		if (nameField) known.set(nameField.id, fullName);
		if (emailField) known.set(emailField.id, access.email);
	}
	return { ...form, known: [...known], requestId: crypto.randomUUID() };
}

/** Returns the support form for its builder, active or not, or null before there is one. */
export async function readSupportForm(_access: AdminAccess) {
	const form = await db.supportForm.findFirst({
		select: {
			title: true,
			description: true,
			fields: true,
			isActive: true,
			notificationEmail: true,
			autoReplyEnabled: true,
			autoReplyTemplate: true,
			revision: true,
			updatedAt: true,
		},
	});
	return form && { ...form, fields: parseFields(form.fields) };
}

/**
 * Saves the support form over `revision`, or creates it as active. Saving unchanged content does
 * nothing. Throws Refusal when the role does not allow it, and ChangedMeanwhile when another save
 * came first.
 */
export async function saveSupportForm(
	access: AdminAccess,
	{ revision, ...content }: SupportFormContent,
): Promise<"created" | "updated"> {
	const columns = {
		title: content.title,
		description: content.description,
		fields: JSON.stringify(content.fields),
		notificationEmail: content.notification_email,
		autoReplyEnabled: content.auto_reply_enabled,
		autoReplyTemplate: content.auto_reply_template,
	};
	const now = clock.now();
	return transaction(async (tx) => {
		await requireRoleNow(tx, access, MAY_CHANGE_SUPPORT_FORM);
		const stored = await tx.supportForm.findFirst();
		if (!stored) {
			const { id } = await tx.supportForm.create({
				data: { ...columns, isActive: true, revision: 1, createdAt: now, updatedAt: now },
				select: { id: true },
			});
			await recordAct(tx, access, {
				action: "create_support_form",
				targetType: "support_form",
				targetId: id,
				summary: `Created the support form "${columns.title}".`,
			});
			return "created";
		}
		const changed = changesBetween(stored, columns, COLUMN_NAMES);
		if (changed.length === 0) return revision === 0 ? "created" : "updated";
		requireRevision(stored, revision, changedElsewhere("form"));
		await tx.supportForm.update({
			where: { id: stored.id },
			data: { ...columns, revision: revision + 1, updatedAt: now },
		});
		await recordAct(tx, access, {
			action: "update_support_form",
			targetType: "support_form",
			targetId: stored.id,
			summary: `Changed the support form: ${changed.join(", ")}.`,
		});
		return "updated";
	});
}

const COLUMN_NAMES = {
	title: "title",
	description: "description",
	fields: "fields",
	notificationEmail: "notification email",
	autoReplyEnabled: "whether it replies by itself",
	autoReplyTemplate: "text of the automatic reply",
} as const;

/**
 * Activates or deactivates the support form. Returns false when there is none. Throws Refusal when
 * the role does not allow it.
 */
export async function setSupportFormActive(
	access: AdminAccess,
	isActive: boolean,
): Promise<boolean> {
	return transaction(async (tx) => {
		await requireRoleNow(tx, access, MAY_CHANGE_SUPPORT_FORM);
		const stored = await tx.supportForm.findFirst();
		if (!stored) return false;
		if (stored.isActive === isActive) return true;
		await tx.supportForm.update({
			where: { id: stored.id },
			data: { isActive, updatedAt: clock.now() },
		});
		await recordAct(tx, access, {
			action: isActive ? "activate_support_form" : "deactivate_support_form",
			targetType: "support_form",
			targetId: stored.id,
			summary: isActive ? "Activated the support form." : "Deactivated the support form.",
		});
		return true;
	});
}
