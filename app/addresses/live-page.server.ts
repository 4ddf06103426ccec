import {
	PLAN_COLUMNS,
	PLAN_JOINS,
	type PlanRow,
	planColumnsOf,
	planFrom,
} from "#app/billing/plan.server.ts";
import { parseFields } from "#app/forms/form.server.ts";
import { readRow } from "#app/platform/db/db.server.ts";

const FROM = "FROM User u JOIN App a ON a.userId = u.id";
const WHERE = `WHERE u.accountName = ? AND u.deletedAt IS NULL AND u.suspendedAt IS NULL
	AND a.slug = ? AND a.deletedAt IS NULL`;

/** What is public at `/{account}/{app}`: user `u`, app `a`. In plain SQL: one look for all of it. */
export const LIVE_APP = `${FROM} ${WHERE}`;

/** The same of `/{account}/{app}/{document}`: document `d`. */
export const LIVE_DOCUMENT = `${FROM} JOIN Document d ON d.appId = a.id ${WHERE}
	AND d.slug = ? AND d.deletedAt IS NULL`;

/** The same of `/{account}/{app}/forms/{form}`: form `f`, and what its owner's plan is told from. */
export const LIVE_FORM = `${FROM} JOIN Form f ON f.appId = a.id ${PLAN_JOINS} ${WHERE}
	AND f.slug = ? AND f.deletedAt IS NULL`;

const FORM = `SELECT f.id, f.appId, f.userId, f.title, f.description, f.fields, f.revision,
	a.name AS appName, a.slug AS appSlug, a.contactEmail, ${PLAN_COLUMNS} ${LIVE_FORM}`;

type FormRow = PlanRow & {
	id: string;
	appId: string;
	userId: string;
	title: string;
	description: string;
	fields: string;
	revision: number;
	appName: string;
	appSlug: string;
	contactEmail: string | null;
};

export type FormPage = NonNullable<ReturnType<typeof readLiveForm>>;

/** The form at a canonical address, or null where none is: it may have moved, or be gone. */
export function readLiveForm(accountSlug: string, appSlug: string, formSlug: string) {
	const row = readRow<FormRow>(FORM, [accountSlug, appSlug, formSlug]);
	if (!row) return null;
	const { id, appId, userId, title, description, revision } = row;
	return {
		id,
		appId,
		userId,
		title,
		description,
		revision,
		app: { name: row.appName, slug: row.appSlug, contactEmail: row.contactEmail },
		fields: parseFields(row.fields),
		isAccepting: planFrom(planColumnsOf(row)).hasForms,
	};
}
