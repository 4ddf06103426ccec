import { transaction } from "~/lib/db.server";
import { createEmailLink } from "~/models/email-link.server";
import { createUser, PASSWORD } from "../factories/user.ts";
import type { Values } from "./http-client.ts";
import { addressOf, createWorld, type World } from "./world.ts";

/** A form as a page of the site sends it, filled in so that it is accepted. */
export type FilledForm = {
	/** The route that takes it, by id. */
	route: string;
	address: string;
	values: Values;
	/** The world that it changes, whose owner is signed in. */
	world: World;
};

type Recipe = {
	name: string;
	route: string;
	pattern: string;
	fill: (world: World) => Values | Promise<Values>;
	/** The query of the form's address. */
	query?: (world: World) => string | Promise<string>;
};

const NEW_PASSWORD = { password: "another horse", confirm_password: "another horse" };

const DOCUMENT = "/app/:appId/documents/:documentId";

/** Every form of the site. The guard's test fails when a route with an action has none here. */
export const FORMS: Recipe[] = [
	{
		name: "sign in",
		route: "routes/auth/auth",
		pattern: "/auth",
		fill: ({ user }) => ({ email: user.email, password: PASSWORD }),
	},
	{
		name: "create account",
		route: "routes/auth/auth",
		pattern: "/auth",
		query: () => "?mode=sign-up",
		fill: () => ({ email: `${crypto.randomUUID()}@example.com`, ...NEW_PASSWORD }),
	},
	{
		name: "confirm address",
		route: "routes/auth/confirm",
		pattern: "/auth/confirm",
		fill: async () => {
			const { userId } = await createUser({ confirmed: false });
			return { token: await transaction((tx) => createEmailLink(tx, userId, "confirm")) };
		},
	},
	{
		name: "new confirmation link",
		route: "routes/auth/confirmation",
		pattern: "/auth/confirmation",
		fill: async () => ({ email: (await createUser({ confirmed: false })).email }),
	},
	{
		name: "forgotten password",
		route: "routes/auth/forgot",
		pattern: "/auth/forgot",
		fill: ({ user }) => ({ email: user.email }),
	},
	{
		name: "new password",
		route: "routes/auth/reset",
		pattern: "/auth/reset",
		query: async ({ user }) =>
			`?token=${await transaction((tx) => createEmailLink(tx, user.userId, "reset"))}`,
		fill: () => NEW_PASSWORD,
	},
	{ name: "sign out", route: "routes/auth/sign-out", pattern: "/auth/sign-out", fill: () => ({}) },
	{
		name: "create app",
		route: "routes/owner/dashboard",
		pattern: "/dashboard",
		fill: () => ({ name: "One more app", request_id: crypto.randomUUID() }),
	},
	{
		name: "refresh",
		route: "routes/owner/refresh",
		pattern: "/dashboard/refresh",
		fill: () => ({}),
	},
	{
		name: "dismiss the guide",
		route: "routes/owner/guide",
		pattern: "/dashboard/guide",
		fill: () => ({}),
	},
	{
		name: "account name",
		route: "routes/owner/account-name",
		pattern: "/account-name",
		fill: () => ({ account_name: `new-${crypto.randomUUID().slice(0, 8)}` }),
	},
	{
		name: "check account name",
		route: "routes/owner/account-name",
		pattern: "/account-name",
		fill: () => ({ account_name: "free-name", intent: "check" }),
	},
	{
		name: "rename app",
		route: "routes/owner/apps/settings",
		pattern: "/app/:appId/settings",
		fill: () => ({ name: "Renamed" }),
	},
	{
		name: "delete app",
		route: "routes/owner/apps/deletion",
		pattern: "/app/:appId/deletion",
		fill: () => ({}),
	},
	{
		name: "publish document",
		route: "routes/owner/documents/new",
		pattern: "/app/:appId/documents/new",
		fill: () => ({ title: "Terms", content: "# Terms", request_id: crypto.randomUUID() }),
	},
	{
		name: "save document",
		route: "routes/owner/documents/edit",
		pattern: `${DOCUMENT}/edit`,
		fill: ({ document }) => ({
			title: "Changed",
			content: "Changed.",
			revision: String(document.revision),
		}),
	},
	{
		name: "preview document",
		route: "routes/owner/documents/edit",
		pattern: `${DOCUMENT}/edit`,
		fill: () => ({ title: "Changed", content: "Changed.", intent: "preview" }),
	},
	{
		name: "restore version",
		route: "routes/owner/documents/version",
		pattern: `${DOCUMENT}/versions/:revision`,
		fill: () => ({}),
	},
	{
		name: "delete document",
		route: "routes/owner/documents/deletion",
		pattern: `${DOCUMENT}/deletion`,
		fill: () => ({}),
	},
	{
		name: "anything, where nothing is",
		route: "routes/marketing/not-found",
		pattern: "/*",
		fill: () => ({}),
	},
];

/** A form of a new world, ready to be sent. */
export async function fillIn({ route, pattern, fill, query }: Recipe): Promise<FilledForm> {
	const world = await createWorld({ guideDismissed: false });
	const address = addressOf(pattern, world) + ((await query?.(world)) ?? "");
	return { route, address, values: await fill(world), world };
}
