import { createEmailLink } from "#app/accounts/email-link.server.ts";
import { trashApp } from "#app/apps/app.server.ts";
import type { FormField } from "#app/forms/form-rules.ts";
import { CONTROL } from "#app/forms/visitor-form.ts";
import { DEMO_FIELDS } from "#app/marketing/demo-form.ts";
import { transaction } from "#app/platform/db/db.server.ts";
import { createApp } from "../world/app.ts";
import { answersTo } from "../world/form.ts";
import { createFailedMail } from "../world/mail.ts";
import { alterSupportForm, supportSent } from "../world/support.ts";
import { createUser, PASSWORD } from "../world/user.ts";
import { addressOf, createWorld, type World } from "../world/world.ts";
import type { Values } from "./client.ts";
import { firstPage, namesOf, secondPage } from "./visitor-form.ts";

/** A form as a page of the site sends it, with values that are accepted. */
export type FilledForm = {
	/** The id of the route that handles it. */
	route: string;
	address: string;
	values: Values;
	/** The world that it changes, with its owner signed in. */
	world: World;
};

type Recipe = {
	name: string;
	route: string;
	pattern: string;
	fill: (world: World) => Values | Promise<Values>;
	/** The role of the world's owner, for forms of the admin area. */
	adminRole?: "super_admin";
	/** The form's address, when it concerns something outside the world. */
	address?: () => Promise<string>;
	/** The query of the form's address. */
	query?: (world: World) => string | Promise<string>;
};

const NEW_PASSWORD = { password: "another horse", confirm_password: "another horse" };

const DOCUMENT = "/app/:appId/documents/:documentId";
const FORM = "/app/:appId/forms/:formId";
const CONVERSATION = "/admin/conversation/:submissionId";
const PUBLIC_FORM = "/:accountSlug/:appName/forms/:formSlug";

/** Returns a form's values as the builder sends them. */
export function builderValues(form: {
	title: string;
	description: string;
	fields: FormField[];
}): Values {
	return {
		title: form.title,
		description: form.description,
		...Object.fromEntries(
			form.fields.flatMap(({ id, type, label, placeholder, required, options }, at) =>
				Object.entries({
					id,
					type,
					label,
					placeholder,
					options: options.join("\r\n"),
					...(required && { required: "on" }),
				}).map(([name, value]) => [`fields[${at}].${name}`, value]),
			),
		),
	};
}

/** The demo form's values, which are accepted. */
export function demoFormValues(): Values {
	return namesOf(answersTo({ fields: DEMO_FIELDS }));
}

/** A new form's values as the builder sends them, ready to publish. */
export function newFormValues({ form }: World): Values {
	return {
		...builderValues({ ...form, title: `New ${crypto.randomUUID().slice(0, 8)}` }),
		request_id: crypto.randomUUID(),
	};
}

/** The values of a valid message to support. */
export async function supportValues(): Promise<Values> {
	await alterSupportForm({ isActive: true });
	const { values, requestId, revision } = await supportSent();
	return {
		[CONTROL.request]: requestId,
		[CONTROL.revision]: revision,
		[CONTROL.honeypot]: "",
		...namesOf(values),
	};
}

/** The operators' changed details of a support message, as its page sends them. */
export function supportDetailsValues({ revision }: { revision: number }): Values {
	return {
		revision: String(revision),
		status: "in_progress",
		priority: "urgent",
		tag: "billing",
		notes: "Ask Grace.",
	};
}

/** The support form's values as its builder sends them, with another description. */
export async function supportFormValues(): Promise<Values> {
	const form = await transaction((tx) => tx.supportForm.findFirstOrThrow());
	return {
		...builderValues({
			title: form.title,
			description: `Changed ${crypto.randomUUID().slice(0, 8)}`,
			fields: JSON.parse(form.fields),
		}),
		notification_email: form.notificationEmail ?? "desk@example.com",
		auto_reply_enabled: "on",
		auto_reply_template: form.autoReplyTemplate,
		revision: String(form.revision),
	};
}

/** Opens the support form, for the button that closes it. */
async function openAndCloseSupportForm(): Promise<Values> {
	await alterSupportForm({ isActive: true });
	return { state: "inactive" };
}

function moveFirstField(): string {
	return JSON.stringify({ type: "reorder", payload: { name: "fields", from: 0, to: 1 } });
}

/** Every form of the site. A test of the guard fails when a route with an action has none here. */
export const FORMS: Recipe[] = [
	{
		name: "sign in",
		route: "accounts/routes/auth/auth",
		pattern: "/auth",
		fill: ({ user }) => ({ email: user.email, password: PASSWORD }),
	},
	{
		name: "create account",
		route: "accounts/routes/auth/auth",
		pattern: "/auth",
		query: () => "?mode=sign-up",
		fill: () => ({ email: `${crypto.randomUUID()}@example.com`, ...NEW_PASSWORD }),
	},
	{
		name: "confirm address",
		route: "accounts/routes/auth/confirm",
		pattern: "/auth/confirm",
		fill: async () => {
			const { userId } = await createUser({ confirmed: false });
			return { token: await transaction((tx) => createEmailLink(tx, userId, "confirm")) };
		},
	},
	{
		name: "new confirmation link",
		route: "accounts/routes/auth/confirmation",
		pattern: "/auth/confirmation",
		fill: async () => ({ email: (await createUser({ confirmed: false })).email }),
	},
	{
		name: "forgotten password",
		route: "accounts/routes/auth/forgot",
		pattern: "/auth/forgot",
		fill: ({ user }) => ({ email: user.email }),
	},
	{
		name: "new password",
		route: "accounts/routes/auth/reset",
		pattern: "/auth/reset",
		query: async ({ user }) =>
			`?token=${await transaction((tx) => createEmailLink(tx, user.userId, "reset"))}`,
		fill: () => NEW_PASSWORD,
	},
	{
		name: "sign out",
		route: "accounts/routes/auth/sign-out",
		pattern: "/auth/sign-out",
		fill: () => ({}),
	},
	{
		name: "create app",
		route: "apps/routes/owner/dashboard",
		pattern: "/dashboard",
		fill: () => ({ name: "One more app", request_id: crypto.randomUUID() }),
	},
	{
		name: "refresh",
		route: "apps/routes/owner/refresh",
		pattern: "/dashboard/refresh",
		fill: () => ({}),
	},
	{
		name: "dismiss the guide",
		route: "apps/routes/owner/guide",
		pattern: "/dashboard/guide",
		fill: () => ({}),
	},
	{
		name: "choose a plan",
		route: "billing/routes/upgrade",
		pattern: "/upgrade",
		fill: () => ({ plan: "pro" }),
	},
	{
		name: "change plan",
		route: "billing/routes/change",
		pattern: "/upgrade/change",
		fill: () => ({ plan: "basic" }),
		query: () => "?plan=basic",
	},
	{
		name: "manage subscription",
		route: "billing/routes/billing",
		pattern: "/settings/billing",
		fill: () => ({}),
	},
	{
		name: "account name",
		route: "accounts/routes/settings/account-name",
		pattern: "/account-name",
		fill: () => ({ account_name: `new-${crypto.randomUUID().slice(0, 8)}` }),
	},
	{
		name: "check account name",
		route: "accounts/routes/settings/account-name",
		pattern: "/account-name",
		fill: () => ({ account_name: "free-name", intent: "check" }),
	},
	{
		name: "profile",
		route: "accounts/routes/settings/settings",
		pattern: "/settings",
		fill: () => ({ full_name: "Ada Lovelace", company: "Engines" }),
	},
	{
		name: "change password",
		route: "accounts/routes/settings/password",
		pattern: "/settings/password",
		fill: () => ({ current_password: PASSWORD, ...NEW_PASSWORD }),
	},
	{
		name: "change e-mail address",
		route: "accounts/routes/settings/email",
		pattern: "/settings/email",
		fill: () => ({ email: `${crypto.randomUUID()}@example.com`, current_password: PASSWORD }),
	},
	{
		name: "confirm new address",
		route: "accounts/routes/auth/email",
		pattern: "/auth/email",
		fill: async ({ user }) => {
			const email = `${crypto.randomUUID()}@example.com`;
			return {
				token: await transaction((tx) => createEmailLink(tx, user.userId, "email", email)),
			};
		},
	},
	{
		name: "sign out other browsers",
		route: "accounts/routes/settings/sessions",
		pattern: "/settings/sessions",
		fill: () => ({ session: "others" }),
	},
	{
		name: "delete account",
		route: "accounts/routes/auth/deletion",
		pattern: "/settings/deletion",
		fill: () => ({ confirmation: "DELETE", current_password: PASSWORD }),
	},
	{
		name: "rename app",
		route: "apps/routes/owner/settings",
		pattern: "/app/:appId/settings",
		fill: () => ({ name: "Renamed" }),
	},
	{
		name: "contact address",
		route: "apps/routes/owner/contact",
		pattern: "/app/:appId/contact",
		fill: () => ({ contact_email: "hello@example.com" }),
	},
	{
		name: "delete app",
		route: "apps/routes/owner/deletion",
		pattern: "/app/:appId/deletion",
		fill: () => ({}),
	},
	{
		name: "publish document",
		route: "documents/routes/owner/new",
		pattern: "/app/:appId/documents/new",
		fill: () => ({ title: "Terms", content: "# Terms", request_id: crypto.randomUUID() }),
	},
	{
		name: "save document",
		route: "documents/routes/owner/edit",
		pattern: `${DOCUMENT}/edit`,
		fill: ({ document }) => ({
			title: "Changed",
			content: "Changed.",
			revision: String(document.revision),
		}),
	},
	{
		name: "preview document",
		route: "documents/routes/owner/edit",
		pattern: `${DOCUMENT}/edit`,
		fill: () => ({ title: "Changed", content: "Changed.", intent: "preview" }),
	},
	{
		name: "restore version",
		route: "documents/routes/owner/version",
		pattern: `${DOCUMENT}/versions/:revision`,
		fill: () => ({}),
	},
	{
		name: "delete document",
		route: "documents/routes/owner/deletion",
		pattern: `${DOCUMENT}/deletion`,
		fill: () => ({}),
	},
	{
		name: "publish form",
		route: "forms/routes/owner/new",
		pattern: "/app/:appId/forms/new",
		fill: newFormValues,
	},
	{
		name: "preview form",
		route: "forms/routes/owner/new",
		pattern: "/app/:appId/forms/new",
		fill: (world) => ({ ...newFormValues(world), intent: "preview" }),
	},
	{
		name: "save form",
		route: "forms/routes/owner/edit",
		pattern: `${FORM}/edit`,
		fill: ({ form }) => ({
			...builderValues({ ...form, title: "Changed" }),
			revision: String(form.revision),
		}),
	},
	{
		name: "move field",
		route: "forms/routes/owner/edit",
		pattern: `${FORM}/edit`,
		fill: ({ form }) => ({
			...builderValues(form),
			revision: String(form.revision),
			__intent__: moveFirstField(),
		}),
	},
	{
		name: "delete form",
		route: "forms/routes/owner/deletion",
		pattern: `${FORM}/deletion`,
		fill: () => ({}),
	},
	{
		name: "reply",
		route: "conversations/routes/owner/conversation",
		pattern: CONVERSATION,
		fill: () => ({ message: "We look into it.", request_id: crypto.randomUUID() }),
	},
	{
		name: "insert saved reply",
		route: "conversations/routes/owner/conversation",
		pattern: CONVERSATION,
		fill: ({ savedReply }) => ({
			message: "Hello.",
			request_id: crypto.randomUUID(),
			intent: "insert",
			saved_reply: savedReply.id,
		}),
	},
	{
		name: "details",
		route: "conversations/routes/owner/details",
		pattern: `${CONVERSATION}/details`,
		fill: () => ({
			status: "in_progress",
			priority: "high",
			tags: "billing, urgent",
			notes: "We look into it.",
			internal_notes: "Ask Grace.",
		}),
	},
	{
		name: "save reply",
		route: "conversations/routes/owner/saved-replies",
		pattern: "/saved-replies",
		fill: () => ({ title: "Sorry", text: "We are sorry." }),
	},
	{
		name: "delete reply",
		route: "conversations/routes/owner/reply-deletion",
		pattern: "/saved-replies/deletion",
		fill: ({ savedReply }) => ({ reply: savedReply.id }),
	},
	{
		name: "fill in a form",
		route: "forms/routes/visitor/form",
		pattern: PUBLIC_FORM,
		fill: ({ form }) => firstPage(form),
	},
	{
		name: "answer the sum",
		route: "forms/routes/visitor/form",
		pattern: PUBLIC_FORM,
		fill: ({ form }) => secondPage(form),
	},
	{
		name: "verify",
		route: "conversations/routes/visitor/verify",
		pattern: "/verify-submission",
		fill: ({ unverified }) => unverified.verify,
	},
	{
		name: "this wasn't me",
		route: "conversations/routes/visitor/refuse",
		pattern: "/verify-submission/refuse",
		fill: ({ unverified }) => unverified.verify,
	},
	{
		name: "session link by an old link",
		route: "conversations/routes/visitor/verify-session",
		pattern: "/verify-submission/session",
		fill: ({ submission }) => submission.verify,
	},
	{
		name: "extend",
		route: "conversations/routes/visitor/extend",
		pattern: "/extend-session",
		fill: ({ submission }) => submission.session,
	},
	{
		name: "message",
		route: "conversations/routes/visitor/conversation",
		pattern: "/conversation/:conversationToken",
		fill: () => ({ message: "It is still gone.", request_id: crypto.randomUUID() }),
	},
	{
		name: "session",
		route: "conversations/routes/visitor/session",
		pattern: "/conversation/:conversationToken/session",
		fill: () => ({}),
	},
	{
		name: "demo form",
		route: "marketing/routes/demo-form",
		pattern: "/demo-form",
		fill: demoFormValues,
	},
	{
		name: "pay at the till",
		route: "local",
		pattern: "/local/till/checkout/:checkoutId",
		fill: () => ({ intent: "pay" }),
	},
	{
		name: "cancel at the till",
		route: "local",
		pattern: "/local/till/portal/:portalId",
		fill: ({ till }) => ({
			intent: "cancel-at-period-end",
			subscription: till().subscriptionId,
			period_end: String(till().periodEnd),
		}),
	},
	{
		name: "suspend account",
		route: "admin/routes/users/suspension",
		pattern: "/admin/users/:userId/suspension",
		adminRole: "super_admin",
		address: async () => `/admin/users/${(await createUser()).userId}/suspension`,
		fill: () => ({ act: "suspend", reason: "It sells what it may not." }),
	},
	{
		name: "give plan",
		route: "admin/routes/users/plan",
		pattern: "/admin/users/:userId/plan",
		adminRole: "super_admin",
		address: async () => `/admin/users/${(await createUser()).userId}/plan`,
		fill: () => ({ plan: "pro" }),
	},
	{
		name: "give role",
		route: "admin/routes/users/role",
		pattern: "/admin/users/:userId/role",
		adminRole: "super_admin",
		address: async () => `/admin/users/${(await createUser()).userId}/role`,
		fill: () => ({ role: "support" }),
	},
	{
		name: "restore app",
		route: "admin/routes/users/restoration",
		pattern: "/admin/users/:userId/apps/:appId/restoration",
		adminRole: "super_admin",
		address: async () => {
			const owner = await createUser();
			const { appId } = await createApp(owner);
			await trashApp(owner, appId);
			return `/admin/users/${owner.userId}/apps/${appId}/restoration`;
		},
		fill: () => ({}),
	},
	{
		name: "send mail again",
		route: "admin/routes/mail",
		pattern: "/admin/settings/mail/:mailId",
		adminRole: "super_admin",
		address: async () => `/admin/settings/mail/${await createFailedMail("gone@example.com")}`,
		fill: () => ({}),
	},
	{
		name: "send all mail again",
		route: "mail-all",
		pattern: "/admin/settings/mail",
		adminRole: "super_admin",
		fill: async () => {
			await createFailedMail("gone@example.com");
			return {};
		},
	},
	{
		name: "support details",
		route: "support/routes/admin/submission",
		pattern: "/admin/support/:supportSubmissionId",
		adminRole: "super_admin",
		fill: ({ supportSubmission }) => supportDetailsValues(supportSubmission),
	},
	{
		name: "save support form",
		route: "support/routes/admin/form",
		pattern: "/admin/support/form",
		adminRole: "super_admin",
		fill: () => supportFormValues(),
	},
	{
		name: "preview support form",
		route: "support/routes/admin/form",
		pattern: "/admin/support/form",
		adminRole: "super_admin",
		fill: async () => ({ ...(await supportFormValues()), intent: "preview" }),
	},
	{
		name: "close the support form",
		route: "support/routes/admin/form-state",
		pattern: "/admin/support/form/state",
		adminRole: "super_admin",
		fill: openAndCloseSupportForm,
	},
	{
		name: "write to support",
		route: "support/routes/support",
		pattern: "/support",
		fill: supportValues,
	},
	{
		name: "anything, where nothing is",
		route: "marketing/routes/not-found",
		pattern: "/*",
		fill: () => ({}),
	},
];

/** Makes a new world and one of its forms, ready to be sent. */
export async function fillIn({
	route,
	pattern,
	fill,
	query,
	adminRole,
	...recipe
}: Recipe): Promise<FilledForm> {
	const world = await createWorld({ guideDismissed: false, adminRole });
	const path = (await recipe.address?.()) ?? addressOf(pattern, world);
	const address = path + ((await query?.(world)) ?? "");
	return { route, address, values: await fill(world), world };
}
