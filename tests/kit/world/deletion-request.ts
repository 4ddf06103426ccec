import type { AppAccess } from "#app/accounts/access.server.ts";
import { deletionFields } from "#app/deletion-requests/deletion-form.ts";
import { findDeletionPage } from "#app/deletion-requests/deletion-page.server.ts";
import { planRequest } from "#app/deletion-requests/requests/request-job.server.ts";
import { statusPath } from "#app/deletion-requests/status-link.server.ts";
import { clock } from "#app/platform/clock.server.ts";
import { db, transaction } from "#app/platform/db/db.server.ts";
import { DAY_MS, later } from "#app/platform/time.ts";
import { openDeletionPage } from "./deletion.ts";
import type { TestForm } from "./form.ts";
import { createSubmission } from "./submission.ts";

const PAGE = { identifierLabel: "User name in Notes", offersPart: true };

type Traits = {
	email?: string;
	/** What the person wrote. */
	message?: string;
	/** Days from the proof to the due day. */
	days?: number;
	scope?: "account" | "part";
	/** Whether the visitor's hour is running. */
	open?: boolean;
};

export type TestRequest = Awaited<ReturnType<typeof createDeletionRequest>>;

/** Creates a proven deletion request of an app, on any plan, without the mails of its proof. */
export async function createDeletionRequest(access: AppAccess, traits: Traits = {}) {
	const { days = 30, scope = "account", ...person } = traits;
	const form = await deletionForm(access);
	const submission = await createSubmission(form, person);
	const askedAt = clock.now();
	const { number, dueAt } = await transaction(async (tx) => {
		const request = await tx.deletionRequest.create({
			data: {
				submissionId: submission.id,
				userId: access.userId,
				appId: access.appId,
				appName: access.app.name,
				scope,
				askedAt,
				dueAt: later(askedAt, days * DAY_MS),
			},
		});
		planRequest(tx, request.number);
		return request;
	});
	return {
		...submission,
		submissionId: submission.id,
		/** Of its status address. */
		token: statusPath(number).split("/").at(-1) ?? "",
		conversationToken: submission.token,
		number,
		askedAt,
		dueAt,
		statusPath: statusPath(number),
	};
}

/** Returns the app's form of kind deletion. Opens the app's page the first time. */
async function deletionForm(access: AppAccess): Promise<TestForm> {
	const page = (await findDeletionPage(access)) ?? (await openDeletionPage(access, PAGE));
	const form = await db.form.findUniqueOrThrow({ where: { id: page.formId, kind: "deletion" } });
	return { ...form, fields: deletionFields(page) } as unknown as TestForm;
}
