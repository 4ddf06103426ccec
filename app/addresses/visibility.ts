import { sqlOf } from "#app/platform/db/condition.ts";

/**
 * May the public see this? Each noun's own condition stands here once, as a Prisma `where`; below
 * are the chains from a noun up to its account, and the same in SQL.
 */

/** An account whose doors are open. Nobody can sign in to another, and what it published is not there. */
export const openAccount = { suspendedAt: null, deletedAt: null } as const;
export const liveApp = { deletedAt: null } as const;
export const liveDocument = { deletedAt: null } as const;
export const liveForm = { deletedAt: null } as const;

/** What has a public page. */
export const publicApp = { ...liveApp, user: openAccount } as const;
export const publicDocument = { ...liveDocument, app: publicApp } as const;
export const publicForm = { ...liveForm, app: publicApp } as const;

/**
 * A conversation that goes on: it ends with its owner's account, rests while that is suspended, and
 * outlives its form and its app.
 */
export const openConversation = { form: { user: openAccount } } as const;

const ALIASES = { user: "u", app: "a", form: "f" } as const;

/** The same for plain SQL, where `u` is the user, `a` the app, `d` the document, `f` the form. */
export const OPEN_ACCOUNT = sqlOf(openAccount, "u");
export const PUBLIC_APP = sqlOf(publicApp, "a", ALIASES);
export const PUBLIC_DOCUMENT = sqlOf(publicDocument, "d", ALIASES);
export const PUBLIC_FORM = sqlOf(publicForm, "f", ALIASES);
export const OPEN_CONVERSATION = sqlOf(openConversation, "s", ALIASES);
