import { createEmailLink } from "#app/accounts/email-link.server.ts";
import { trashApp } from "#app/apps/app.server.ts";
import { disownSubmission } from "#app/conversations/refusal-of-mail.server.ts";
import { closeDeletionPage } from "#app/deletion-requests/deletion-page.server.ts";
import type { FormField } from "#app/forms/form-rules.ts";
import { CONTROL } from "#app/forms/visitor-form.ts";
import { DEMO_FIELDS } from "#app/marketing/demo-form.ts";
import { transaction } from "#app/platform/db/db.server.ts";
import { freshEmail, mailTo } from "../mailed.ts";
import { createApp } from "../world/app.ts";
import { answersTo } from "../world/form.ts";
import { mailIn } from "../world/incoming-mail.ts";
import { createFailedMail } from "../world/mail.ts";
import { alterSupportForm, supportSent } from "../world/support.ts";
import { createUser, PASSWORD } from "../world/user.ts";
import { addressOf, createWorld, type World } from "../world/world.ts";
import type { Values } from "./client.ts";
import { builtRoutes } from "./routes.ts";
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
	/** The id of its route. */
	route: string;
	/** Its values; none where it is a button alone. */
	fill?: (world: World) => Values | Promise<Values>;
	/** Its address's pattern, where that is not in app/routes.ts. */
	pattern?: string;
	/** Its address, when it concerns something outside the world. */
	address?: () => Promise<string>;
	/** The query of its address. */
	query?: (world: World) => string | Promise<string>;
};

/** A form that a test may send. */
export type Form = Required<Pick<Recipe, "route" | "fill" | "pattern">> &
	Recipe & { name: string; isAdmins: boolean };

const NEW_PASSWORD = { password: "another horse", confirm_password: "another horse" };

function draftValues({ draft }: World): Values {
	return {
		title: "Changed",
		content: "Changed.",
		draft: draft.id,
		draft_revision: String(draft.revision),
		request_id: draft.requestId,
	};
}

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

/** The values of a valid report about a page. */
export function reportValues(email = freshEmail()): Values {
	return {
		[CONTROL.request]: crypto.randomUUID(),
		...namesOf(
			new Map([
				["reason", "It is against the law"],
				["details", "It sells what it may not."],
				["email", email],
			]),
		),
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

async function confirmationToken(): Promise<string> {
	const { userId } = await createUser({ confirmed: false });
	return transaction((tx) => createEmailLink(tx, userId, "confirm"));
}

async function trashedAppAddress(): Promise<string> {
	const owner = await createUser();
	const { appId } = await createApp(owner);
	await trashApp(owner, appId);
	return `/admin/users/${owner.userId}/apps/${appId}/restoration`;
}

/** The address of an administrator's page about a new user. */
async function userAddress(page: string): Promise<string> {
	return `/admin/users/${(await createUser()).userId}/${page}`;
}

const RECIPES: Record<string, Recipe> = {
	"sign in": {
		route: "accounts/routes/auth/auth",
		fill: ({ user }) => ({ email: user.email, password: PASSWORD }),
	},
	"create account": {
		route: "accounts/routes/auth/auth",
		query: () => "?mode=sign-up",
		fill: () => ({ email: `${crypto.randomUUID()}@example.com`, ...NEW_PASSWORD }),
	},
	"confirm address": {
		route: "accounts/routes/auth/confirm",
		fill: async () => ({ token: await confirmationToken(), password: PASSWORD }),
	},
	"new confirmation link": {
		route: "accounts/routes/auth/confirmation",
		fill: async () => ({ email: (await createUser({ confirmed: false })).email }),
	},
	"forgotten password": {
		route: "accounts/routes/auth/forgot",
		fill: ({ user }) => ({ email: user.email }),
	},
	"new password": {
		route: "accounts/routes/auth/reset",
		query: async ({ user }) =>
			`?token=${await transaction((tx) => createEmailLink(tx, user.userId, "reset"))}`,
		fill: () => NEW_PASSWORD,
	},
	"sign out": { route: "accounts/routes/auth/sign-out" },
	"create app": {
		route: "apps/routes/owner/dashboard",
		fill: () => ({ name: "One more app", request_id: crypto.randomUUID() }),
	},
	refresh: { route: "apps/routes/owner/refresh" },
	"dismiss the guide": { route: "apps/routes/owner/guide" },
	"choose a plan": { route: "billing/routes/upgrade", fill: () => ({ plan: "pro" }) },
	"change plan": {
		route: "billing/routes/change",
		query: () => "?plan=basic",
		fill: () => ({ plan: "basic" }),
	},
	"manage subscription": { route: "billing/routes/billing" },
	"account name": {
		route: "accounts/routes/settings/account-name",
		fill: () => ({ account_name: `new-${crypto.randomUUID().slice(0, 8)}` }),
	},
	"check account name": {
		route: "accounts/routes/settings/account-name",
		fill: () => ({ account_name: "free-name", intent: "check" }),
	},
	profile: {
		route: "accounts/routes/settings/settings",
		fill: () => ({ full_name: "Ada Lovelace", company: "Engines" }),
	},
	"change password": {
		route: "accounts/routes/settings/password",
		fill: () => ({ current_password: PASSWORD, ...NEW_PASSWORD }),
	},
	"change e-mail address": {
		route: "accounts/routes/settings/email",
		fill: () => ({ email: `${crypto.randomUUID()}@example.com`, current_password: PASSWORD }),
	},
	"confirm new address": {
		route: "accounts/routes/auth/email",
		fill: async ({ user }) => {
			const email = `${crypto.randomUUID()}@example.com`;
			return {
				token: await transaction((tx) =>
					createEmailLink(tx, user.userId, "email", { newEmail: email }),
				),
			};
		},
	},
	"sign out other browsers": {
		route: "accounts/routes/settings/sessions",
		fill: () => ({ session: "others" }),
	},
	"delete account": {
		route: "accounts/routes/auth/deletion",
		fill: () => ({ confirmation: "DELETE", current_password: PASSWORD }),
	},
	"rename app": { route: "apps/routes/owner/settings", fill: () => ({ name: "Renamed" }) },
	"contact address": {
		route: "apps/routes/owner/contact",
		fill: () => ({ contact_email: "hello@example.com" }),
	},
	"languages of the App Store": {
		route: "store-kit/routes/owner/kit",
		fill: () => ({ intent: "locales", locale: ["en-US", "de-DE"] }),
	},
	"documents for the stores": {
		route: "store-kit/routes/owner/kit",
		fill: ({ document }) => ({ intent: "choices", "choice-privacy": document.id }),
	},
	"delete app": { route: "apps/routes/owner/deletion" },
	"ask the sites": {
		route: "checks/routes/owner/links",
		query: ({ document }) => `?document=${document.id}`,
		fill: ({ document }) => ({ document: document.id }),
	},
	"ask the pages": { route: "checks/routes/owner/reachable" },
	"restore own app": {
		route: "apps/routes/owner/deleted",
		fill: ({ app }) => ({ id: app.appId }),
	},
	"put a finding aside": {
		route: "checks/routes/owner/checks",
		fill: ({ document }) => ({
			document: document.id,
			key: `contact:${"0".repeat(64)}`,
			intent: "aside",
		}),
	},
	"publish document": {
		route: "documents/routes/owner/new",
		fill: () => ({ title: "Terms", content: "# Terms", request_id: crypto.randomUUID() }),
	},
	"save document": {
		route: "documents/routes/owner/edit",
		fill: ({ document }) => ({
			title: "Changed",
			content: "Changed.",
			revision: String(document.revision),
		}),
	},
	"preview document": {
		route: "documents/routes/owner/edit",
		fill: () => ({ title: "Changed", content: "Changed.", intent: "preview" }),
	},
	"preview document beside the editor": {
		route: "documents/routes/owner/preview",
		fill: () => ({ title: "Changed", content: "Changed." }),
	},
	"save draft": {
		route: "documents/routes/owner/draft",
		fill: (world) => ({ ...draftValues(world), intent: "draft" }),
	},
	"publish draft": {
		route: "documents/routes/owner/draft",
		fill: draftValues,
	},
	"save draft by script": { route: "documents/routes/owner/autosave", fill: draftValues },
	"call off": { route: "documents/routes/owner/calling-off" },
	"discard draft": {
		route: "documents/routes/owner/draft-deletion",
		fill: ({ draft }) => ({ draft_revision: String(draft.revision) }),
	},
	"restore version": { route: "documents/routes/owner/version" },
	"withdraw version": { route: "documents/routes/owner/withdrawal" },
	"open history": { route: "documents/routes/owner/opening" },
	"delete document": { route: "documents/routes/owner/deletion" },
	"restore document": {
		route: "documents/routes/owner/deleted",
		fill: ({ document }) => ({ id: document.id }),
	},
	"publish form": { route: "forms/routes/owner/new", fill: newFormValues },
	"preview form": {
		route: "forms/routes/owner/new",
		fill: (world) => ({ ...newFormValues(world), intent: "preview" }),
	},
	"save form": {
		route: "forms/routes/owner/edit",
		fill: ({ form }) => ({
			...builderValues({ ...form, title: "Changed" }),
			revision: String(form.revision),
		}),
	},
	"move field": {
		route: "forms/routes/owner/edit",
		fill: ({ form }) => ({
			...builderValues(form),
			revision: String(form.revision),
			__intent__: moveFirstField(),
		}),
	},
	"delete form": { route: "forms/routes/owner/deletion" },
	"restore form": {
		route: "forms/routes/owner/deleted",
		fill: ({ form }) => ({ id: form.id }),
	},
	reply: {
		route: "conversations/routes/owner/conversation",
		fill: () => ({ message: "We look into it.", request_id: crypto.randomUUID() }),
	},
	"reason to read": {
		route: "conversations/routes/owner/reason",
		fill: () => ({ reason: "The owner asked for help." }),
	},
	"insert saved reply": {
		route: "conversations/routes/owner/conversation",
		fill: ({ savedReply }) => ({
			message: "Hello.",
			request_id: crypto.randomUUID(),
			intent: "insert",
			saved_reply: savedReply.id,
		}),
	},
	"deletion is done": {
		route: "deletion-requests/routes/owner/done",
		fill: () => ({ text: "It is gone.", shown: "" }),
	},
	"refuse a deletion": {
		route: "deletion-requests/routes/owner/refusal",
		fill: () => ({ reason: "It is not your account.", shown: "" }),
	},
	details: {
		route: "conversations/routes/owner/details",
		fill: () => ({
			status: "in_progress",
			priority: "high",
			tags: "billing, urgent",
			notes: "We look into it.",
		}),
	},
	"add note": {
		route: "conversations/routes/owner/notes",
		fill: () => ({ internal_note: "Ask Grace.", request_id: crypto.randomUUID() }),
	},
	"delete note": { route: "conversations/routes/owner/note" },
	"say whose a held mail is": {
		route: "conversations/routes/owner/held-mails",
		fill: () => ({ mail: crypto.randomUUID(), decision: "add" }),
	},
	"edit saved reply": {
		route: "conversations/routes/owner/reply-edit",
		query: ({ savedReply }) => `?reply=${savedReply.id}`,
		fill: ({ savedReply }) => ({ reply: savedReply.id, title: "Sorry", text: "We are sorry." }),
	},
	...Object.fromEntries(
		["messages", "submissions-of-app", "conversations/routes/owner/list"].map((route) => [
			`tag submissions at ${route}`,
			{
				route,
				fill: ({ submission }: World) => ({ id: submission.id, intent: "tag", tag: "bug" }),
			},
		]),
	),
	notifications: {
		route: "conversations/routes/owner/notifications",
		fill: () => ({ notifications: "daily" }),
	},
	"delete submissions": {
		route: "conversations/routes/owner/submission-deletion",
		fill: ({ submission }) => ({ id: submission.id }),
	},
	"save reply": {
		route: "conversations/routes/owner/saved-replies",
		fill: () => ({ title: "Sorry", text: "We are sorry." }),
	},
	"delete reply": {
		route: "conversations/routes/owner/reply-deletion",
		fill: ({ savedReply }) => ({ reply: savedReply.id }),
	},
	"fill in a form": { route: "forms/routes/visitor/form", fill: ({ form }) => firstPage(form) },
	"answer the sum": { route: "forms/routes/visitor/form", fill: ({ form }) => secondPage(form) },
	verify: {
		route: "conversations/routes/visitor/verify",
		fill: ({ unverified }) => unverified.verify,
	},
	"this wasn't me": {
		route: "conversations/routes/visitor/refuse",
		fill: ({ unverified }) => unverified.verify,
	},
	"mail of forms again": {
		route: "conversations/routes/visitor/allow",
		fill: async ({ unverified }) => {
			await disownSubmission(unverified.verify.id, unverified.verify.token);
			const [mail] = await mailTo(unverified.email);
			// It has been read. Another form's fill lets each mail that waits fail.
			await transaction((tx) => tx.outboxMail.deleteMany({ where: { id: mail?.id } }));
			return { token: /allow\?token=(\S+)/.exec(mail?.text ?? "")?.[1] ?? "" };
		},
	},
	"add a held mail": {
		route: "inbound-mail/routes/visitor/held",
		query: async ({ submission }) => {
			await mailIn("visitor", submission, { from: submission.email, isProved: false });
			const [mail] = await mailTo(submission.email);
			await transaction((tx) => tx.outboxMail.deleteMany({ where: { id: mail?.id } }));
			return /\?token=\S+/.exec(mail?.text ?? "")?.[0] ?? "";
		},
		fill: () => ({ mail: crypto.randomUUID(), intent: "discard" }),
	},
	"session link by an old link": {
		route: "conversations/routes/visitor/verify-session",
		fill: ({ submission }) => submission.verify,
	},
	extend: {
		route: "conversations/routes/visitor/extend",
		fill: ({ submission }) => submission.session,
	},
	message: {
		route: "conversations/routes/visitor/conversation",
		fill: () => ({ message: "It is still gone.", request_id: crypto.randomUUID() }),
	},
	session: { route: "conversations/routes/visitor/session" },
	"demo form": { route: "marketing/routes/demo-form", fill: demoFormValues },
	"pay at the till": {
		route: "local",
		pattern: "/local/till/checkout/:checkoutId",
		fill: () => ({ intent: "pay" }),
	},
	"cancel at the till": {
		route: "local",
		pattern: "/local/till/portal/:portalId",
		fill: ({ till }) => ({
			intent: "cancel-at-period-end",
			subscription: till().subscriptionId,
			period_end: String(till().periodEnd),
		}),
	},
	"suspend account": {
		route: "admin/routes/users/suspension",
		address: () => userAddress("suspension"),
		fill: () => ({ act: "suspend", reason: "It sells what it may not." }),
	},
	"give plan": {
		route: "admin/routes/users/plan",
		address: () => userAddress("plan"),
		fill: () => ({ plan: "pro" }),
	},
	"give role": {
		route: "admin/routes/users/role",
		address: () => userAddress("role"),
		fill: () => ({ role: "support" }),
	},
	"restore app": { route: "admin/routes/users/restoration", address: trashedAppAddress },
	"send mail again": {
		route: "admin/routes/mail",
		address: async () => `/admin/settings/mail/${await createFailedMail("gone@example.com")}`,
	},
	"send all mail again": {
		route: "mail-all",
		fill: async () => {
			await createFailedMail("gone@example.com");
			return {};
		},
	},
	"support details": {
		route: "support/routes/admin/submission",
		fill: ({ supportSubmission }) => supportDetailsValues(supportSubmission),
	},
	"reply from support": {
		route: "support/routes/admin/reply",
		fill: () => ({ message: "We moved it.", request_id: crypto.randomUUID() }),
	},
	"save support form": { route: "support/routes/admin/form", fill: supportFormValues },
	"preview support form": {
		route: "support/routes/admin/form",
		fill: async () => ({ ...(await supportFormValues()), intent: "preview" }),
	},
	"close the support form": {
		route: "support/routes/admin/form-state",
		fill: openAndCloseSupportForm,
	},
	"write to support": { route: "support/routes/support", fill: supportValues },
	"ask to be told of changes": {
		route: "documents/routes/visitor/updates",
		fill: () => namesOf(new Map([["email", freshEmail()]])),
	},
	"be told of changes": {
		route: "documents/routes/visitor/confirm-updates",
		fill: () => ({ token: "another" }),
	},
	unsubscribe: { route: "apps/routes/visitor/unsubscribe" },
	"take a deletion request back": { route: "deletion-requests/routes/visitor/taking-back" },
	"save deletion page": {
		route: "deletion-requests/routes/owner/page",
		fill: () => ({
			deleted: "All of it.",
			kept: "Nothing is kept.",
			days: "7",
			revision: "1",
		}),
	},
	"open deletion page again": {
		route: "deletion-requests/routes/owner/page",
		fill: async ({ app }) => {
			await closeDeletionPage(app);
			return { intent: "reopen" };
		},
	},
	"close deletion page": { route: "deletion-requests/routes/owner/closing" },
	"ask for deletion": {
		route: "deletion-requests/routes/visitor/page",
		fill: () => namesOf(new Map([["email", freshEmail()]])),
	},
	"report a page": {
		route: "support/routes/report",
		query: ({ document }) => `?page=${document.path}`,
		fill: () => reportValues(),
	},
	"dismiss a message": {
		route: "http/routes/dismissal",
		fill: () => ({ back: "/help?q=plan" }),
	},
	"anything, where nothing is": { route: "marketing/routes/not-found" },
};

const routes = new Map(builtRoutes().map((route) => [route.id, route]));

/** Every form of the site. A test of the guard fails when a route with an action has none here. */
export const FORMS = Object.entries(RECIPES).map(([name, recipe]) => {
	const route = routes.get(recipe.route);
	return {
		name,
		fill: () => ({}),
		pattern: route?.pattern ?? "",
		isAdmins: route?.layouts[0] === "admin/routes/layout",
		...recipe,
	};
});

/** Returns the form of this name. */
export function formNamed(name: string): Form {
	const form = FORMS.find((one) => one.name === name);
	if (!form) throw new Error(`There is no form "${name}"`);
	return form;
}

/** Makes a new world and one of its forms, ready to be sent. */
export async function fillIn({ route, pattern, isAdmins, ...form }: Form): Promise<FilledForm> {
	const adminRole = isAdmins ? "super_admin" : undefined;
	const world = await createWorld({ guideDismissed: false, adminRole });
	const path = (await form.address?.()) ?? addressOf(pattern, world);
	const address = path + ((await form.query?.(world)) ?? "");
	return { route, address, values: await form.fill(world), world };
}
