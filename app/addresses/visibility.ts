import { sqlOf } from "#app/platform/db/condition.ts";

/**
 * What the public may see. Each noun's own condition is defined here once, as a Prisma `where`.
 * Below are the chains from a noun up to its account, and the same conditions in SQL.
 */

/** An account neither suspended nor deleted. Any other can't sign in and has no public pages. */
export const openAccount = { suspendedAt: null, deletedAt: null } as const;
export const liveApp = { deletedAt: null } as const;
export const liveDocument = { deletedAt: null } as const;
/** The form of an app's deletion page is of another kind: no list shows it. */
export const liveForm = { kind: "support", deletedAt: null } as const;

/** What has a public page. */
export const publicApp = { ...liveApp, user: openAccount } as const;
export const publicDocument = { ...liveDocument, app: publicApp } as const;
export const publicForm = { ...liveForm, app: publicApp } as const;

/** A form of any kind that takes submissions, as far as the form, its app and its account decide. */
const openForm = { deletedAt: null, closedAt: null, app: publicApp } as const;

/**
 * A conversation that is open because its owner's account is. A suspension pauses it, a deleted
 * account ends it, and it outlives its form and its app.
 */
export const openConversation = { form: { user: openAccount } } as const;

const ALIASES = { user: "u", app: "a", form: "f" } as const;

/** The same in SQL: user `u`, app `a`, document `d`, form `f`, submission `s`. */
export const OPEN_ACCOUNT = sqlOf(openAccount, "u");
export const PUBLIC_APP = sqlOf(publicApp, "a", ALIASES);
export const PUBLIC_DOCUMENT = sqlOf(publicDocument, "d", ALIASES);
export const PUBLIC_FORM = sqlOf(publicForm, "f", ALIASES);
export const OPEN_FORM = sqlOf(openForm, "f", ALIASES);
export const OPEN_CONVERSATION = sqlOf(openConversation, "s", ALIASES);
