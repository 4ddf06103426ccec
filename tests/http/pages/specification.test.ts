/**
 * Walks the table of routes (product.md, V1): each page in each of its states, with its title,
 * heading and texts (product.md, O and V).
 */
import { beforeAll, expect, test } from "vitest";
import { grantPlan } from "#app/admin/administration.server.ts";
import { trashApp } from "#app/apps/app.server.ts";
import { sentReceipt } from "#app/platform/crypto/sent-receipt.server.ts";
import { createClient } from "../../kit/http/client.ts";
import { readPage } from "../../kit/http/html.ts";
import { serve } from "../../kit/process/serve.ts";
import { createAdmin } from "../../kit/world/admin.ts";
import { createApp } from "../../kit/world/app.ts";
import { createDocument } from "../../kit/world/document.ts";
import { createForm } from "../../kit/world/form.ts";
import { createSubmission } from "../../kit/world/submission.ts";
import { createUser } from "../../kit/world/user.ts";
import { addressOf, cookieOf, createWorld } from "../../kit/world/world.ts";

type Scene = Awaited<ReturnType<typeof createScene>>;
type Person = Exclude<keyof Scene["cookies"], "visitor">;

type State = {
	/** The page's own, or a path that is made of the scene. */
	at?: string | ((scene: Scene) => string);
	/** Who asks; nobody who is signed in, unless it says so. */
	as?: Person;
	status?: number;
	title?: string;
	heading?: string;
	texts?: string[];
	/** Where it leads instead. */
	leadsTo?: string | ((scene: Scene) => string);
};

/** A page whose title begins with its heading. */
const headed = (heading: string) => ({ title: heading, heading });

const LOGIN = { status: 401, ...headed("Please Log In") };
const NO_ACCESS = {
	status: 403,
	...headed("You don't have access to this app"),
};
const NO_APP = {
	status: 404,
	...headed("App not found"),
	texts: ["App not found or you don't have permission to access it."],
};
const NO_PRO: State = {
	as: "free",
	status: 403,
	...headed("Pro Subscription Required"),
	texts: ["Upgrade to Pro", "Back to Dashboard"],
};
const LEGAL_AND_PRODUCT_LINKS = [
	"Product Demo Pricing Get Started Help",
	"Legal Privacy Policy Terms of Service Support",
];
const MAILBOX = "open the local mailbox";
const SUBMISSIONS_TABLE = ["Email Status Messages Last Activity Actions", "Awaiting Verification"];

/** Every row of the table, with its states by name (product.md, V1). */
const ROUTES: Record<string, Record<string, State>> = {
	"/": {
		"signed out": {
			title: "Smallprint: your app's privacy policy at an address that never breaks",
			heading: "Your app's small print, at an address that never breaks.",
			texts: [
				"Pricing Sign In Get Started",
				"Get Started Free",
				"View Pricing",
				"Organize Your Documents",
				"Build Support Forms Visually",
				"Try Form",
				...LEGAL_AND_PRODUCT_LINKS,
			],
		},
		"signed in": { as: "pro", leadsTo: "/dashboard" },
	},
	"/auth": {
		"sign in": { ...headed("Sign in"), texts: ["Email Password Sign In"] },
		"create account": {
			at: "/auth?mode=sign-up",
			...headed("Create account"),
			texts: ["Confirm password Create Account"],
		},
		"a confirmation link that nobody was sent": {
			at: "/auth/confirm?token=made-up",
			status: 400,
			heading: "This link doesn't work",
			texts: ["Go to Login"],
		},
		"a link for a new password that was cut": {
			at: "/auth/reset?token=cut",
			status: 400,
			heading: "This link doesn't work",
			texts: ["It may have been cut short.", "Send a new link"],
		},
		"signed in": { as: "pro", leadsTo: "/dashboard" },
	},
	"/dashboard": {
		"signed out": {
			...LOGIN,
			texts: ["You need to be logged in to access the dashboard. Go to Login"],
		},
		"without an account name": {
			as: "newcomer",
			title: "Dashboard",
			heading: "Welcome to Smallprint!",
			texts: ["Step 1 of 2: choose an account name", "Show Guide"],
		},
		"without an app": {
			as: "stranger",
			title: "Dashboard",
			heading: "Welcome to Smallprint!",
			texts: ["0/2 apps on free plan", "Step 2 of 2: create your first app"],
		},
		"at the limit": {
			as: "free",
			title: "Dashboard",
			texts: [
				"2/2 apps on free plan",
				"Free Plan Limit Reached",
				"View Plans",
				"Upgrade to Pro to access forms",
			],
		},
		"on Pro": {
			as: "pro",
			title: "Dashboard",
			texts: [
				"SmallprintPro Apps Messages 3 waiting Settings Help Sign Out",
				"Unlimited apps · Pro plan Refresh Show Guide New App",
			],
		},
		"an administrator's": { as: "admin", title: "Dashboard", texts: ["Settings Help Admin"] },
		"the guide": {
			as: "free",
			at: "/dashboard?guide=1",
			title: "Dashboard",
			texts: ["Step 1 of 4", "Previous", "Next"],
		},
		"the guide's end": {
			as: "free",
			at: "/dashboard?guide=4",
			title: "Dashboard",
			texts: ["Step 4 of 4", "Get Started!", "Help Center"],
		},
		"an abandoned payment": { as: "free", at: "/dashboard?cancelled=true", leadsTo: "/dashboard" },
	},
	"/app/{appId}/settings": {
		"signed out": LOGIN,
		"the owner's": {
			as: "pro",
			title: "Settings of Pocket Garden",
			heading: "App settings",
			texts: [
				"Pocket Garden",
				"App Information",
				"App ID",
				"Created",
				"App URLs",
				"Open",
				"Quick Actions",
				"Add Document",
				"Create Form",
				"Danger Zone",
				"Delete App",
			],
		},
		"somebody else's": { as: "stranger", ...NO_APP },
	},
	"/app/{appId}/documents/new": {
		"signed out": LOGIN,
		"the owner's": {
			as: "pro",
			...headed("Create Document"),
			texts: [
				"Privacy policy",
				"Terms",
				"Legal documents",
				"Edit Preview",
				"Use Sample",
				"Content",
				"Publish",
			],
		},
		published: {
			as: "pro",
			at: "/app/:appId/documents/:documentId/published",
			...headed("Document published"),
			texts: ["View Live", "Back to Dashboard"],
		},
		"somebody else's": { as: "stranger", ...NO_APP },
	},
	"/app/{appId}/documents/{documentId}/edit": {
		"signed out": LOGIN,
		"the owner's": {
			as: "pro",
			title: "Edit Privacy Policy",
			heading: "Edit Document",
			texts: ["Edit Preview", "Save Changes"],
		},
		unknown: {
			as: "pro",
			at: ({ pro }) => `/app/${pro.app.appId}/documents/unknown/edit`,
			leadsTo: ({ pro }) => `/app/${pro.app.appId}/documents`,
		},
	},
	"/app/{appId}/forms/new": {
		"signed out": { status: 401, ...headed("Authentication Required"), texts: ["Go to Login"] },
		"without Pro": { ...NO_PRO, at: ({ free }) => `/app/${free.app.appId}/forms/new` },
		"on Pro": {
			as: "pro",
			...headed("Create Form"),
			texts: [
				"Build Preview",
				"Get in touch with our support team.",
				"Add Field",
				"Name",
				"Email",
				"Message",
				"Publish Form",
			],
		},
		published: {
			as: "pro",
			at: "/app/:appId/forms/:formId/published",
			...headed("Form Published"),
			texts: ["View Live"],
		},
	},
	"/app/{appId}/forms/{formId}/edit": {
		"signed out": { status: 401, title: "Authentication Required" },
		"on Pro": {
			as: "pro",
			title: "Edit Contact",
			heading: "Edit Form",
			texts: ["Build Preview", "Save Changes"],
		},
		unknown: {
			as: "pro",
			at: ({ pro }) => `/app/${pro.app.appId}/forms/unknown/edit`,
			leadsTo: "/dashboard",
		},
	},
	"/app/{appId}/forms/{formId}/submissions": {
		"signed out": LOGIN,
		"the owner's": {
			as: "pro",
			title: "Submissions of Contact",
			heading: "Submissions",
			texts: [...SUBMISSIONS_TABLE, "New Active Session", "Reply"],
		},
		"never on Pro": {
			...NO_PRO,
			at: ({ free }) => `/app/${free.app.appId}/forms/unknown/submissions`,
		},
	},
	"/app/{appId}/forms/submissions": {
		"signed out": LOGIN,
		"the owner's": {
			as: "pro",
			title: "Submissions of Pocket Garden",
			heading: "Submissions",
			texts: SUBMISSIONS_TABLE,
		},
		"never on Pro": { ...NO_PRO, at: ({ free }) => `/app/${free.app.appId}/forms/submissions` },
		"somebody else's": { as: "stranger", ...NO_APP },
	},
	"/admin/conversation/{submissionId}": {
		"signed out": LOGIN,
		"the owner's": {
			as: "pro",
			title: "Conversation with ",
			texts: ["Active Session", "asked", "Your reply"],
		},
		"not verified": {
			as: "pro",
			at: ({ pro }) => `/admin/conversation/${pro.unverified.id}`,
			title: "Conversation with ",
			texts: ["Pending Verification", "The user has not verified"],
		},
		"somebody else's": { as: "stranger", status: 404, ...headed("Submission not found") },
	},
	"/form/{appId}/{formId}": {
		"the old pattern": { leadsTo: ({ pro }) => pro.form.path },
		unknown: { at: "/form/unknown/unknown", status: 404, ...headed("Form Not Found") },
	},
	"/{accountSlug}/{appName}/forms/{formSlug}": {
		open: { title: "Contact · Pocket Garden", heading: "Contact", texts: ["Name *", "Send"] },
		"its owner without Pro": {
			at: ({ closed }) => closed.path,
			title: "Contact",
			texts: ["This form is not accepting new messages right now."],
		},
		unknown: {
			at: ({ pro }) => `/${pro.user.accountName}/pocket-garden/forms/unknown`,
			status: 404,
			...headed("Form Not Found"),
		},
	},
	"/{accountSlug}/{appName}/documents": {
		"signed out": LOGIN,
		"the owner's": {
			as: "pro",
			title: "Documents of Pocket Garden",
			heading: "Documents",
			texts: [
				"privacy-policy",
				"Created",
				"Updated",
				"View",
				"Edit",
				"New Document",
				"App Settings",
			],
		},
		empty: {
			as: "free",
			at: ({ free }) => `/${free.user.accountName}/${free.empty.app.slug}/documents`,
			title: "Documents of Empty",
			texts: ["No documents yet"],
		},
		"somebody else's": { as: "stranger", ...NO_ACCESS },
	},
	"/{accountSlug}/{appName}/forms": {
		"signed out": LOGIN,
		"the owner's": {
			as: "pro",
			title: "Forms of Pocket Garden",
			heading: "Forms",
			texts: [
				"2 submissions",
				"4 fields: Short text, E-mail, Long text, Choice from a list",
				"View",
				"Submissions",
				"New Form",
			],
		},
		"somebody else's": { as: "stranger", ...NO_ACCESS },
	},
	"/doc/{appId}/{slug}": {
		"the old pattern": {
			leadsTo: ({ pro }) => `/${pro.user.accountName}/pocket-garden/privacy-policy`,
		},
		unknown: { at: "/doc/unknown/unknown", status: 404, title: "Document Not Found" },
	},
	"/{accountSlug}/{appName}/{documentSlug}": {
		published: {
			title: "Privacy Policy · Pocket Garden",
			heading: "Privacy Policy",
			texts: ["Last updated", "What we collect"],
		},
		"an unknown account": {
			at: "/nobody/pocket-garden/privacy-policy",
			status: 404,
			texts: ['Account "nobody" not found'],
		},
		"an unknown app": {
			at: ({ pro }) => `/${pro.user.accountName}/unknown/privacy-policy`,
			status: 404,
			texts: ['App "unknown" not found for account "'],
		},
		"an unknown document": {
			at: ({ pro }) => `/${pro.user.accountName}/pocket-garden/unknown`,
			status: 404,
			texts: ['Document "unknown" not found in app "Pocket Garden"'],
		},
		"of a deleted app": { at: ({ gone }) => gone.path, status: 410 },
	},
	"/conversation/{conversationToken}": {
		open: {
			title: "Conversation with Pocket Garden",
			texts: ["Session open until", "Your message", "Send"],
		},
		expired: {
			at: ({ expired }) => `/conversation/${expired.token}`,
			texts: ["Session Expired", "Send New Session Link", MAILBOX],
		},
		unknown: { at: "/conversation/unknown", status: 404, ...headed("Conversation Not Found") },
	},
	"/verify-submission": {
		"a link that is cut": { status: 400, ...headed("Invalid verification link") },
		"a link that is unknown": {
			at: "/verify-submission?id=1&token=2",
			status: 400,
			...headed("Invalid or expired verification link"),
		},
		"a link": {
			at: ({ pro }) => `/verify-submission?${new URLSearchParams(pro.unverified.verify)}`,
			title: "Confirm your email",
			texts: ["Confirm and continue"],
		},
	},
	"/extend-session": {
		"a link that is cut": { status: 400, ...headed("Invalid session extension link") },
		"a link that is unknown": {
			at: "/extend-session?id=1&token=2",
			status: 400,
			...headed("Invalid or expired session extension link"),
		},
		"a link": {
			at: ({ expired }) => `/extend-session?${new URLSearchParams(expired.session)}`,
			texts: ["Open the conversation"],
		},
	},
	"a mailed link, cut or unknown": {
		"this wasn't me": { at: "/verify-submission/refuse?id=1", status: 400 },
		"this wasn't me, unknown": { at: "/verify-submission/refuse?id=1&token=2", status: 400 },
		"take it back": { at: "/verify-submission/allow", status: 400 },
		"was this you": { at: "/verify-submission/mails", status: 400 },
		confirmation: { at: "/auth/confirm?token=x", status: 400 },
		"new password": { at: "/auth/reset?token=x", status: 400 },
		"new address": { at: "/auth/email?token=x", status: 400 },
	},
	"where a mail was sent": {
		confirmation: { at: "/auth/confirmation", texts: [MAILBOX] },
		"new password": { at: "/auth/forgot?sent", texts: [MAILBOX] },
		"new address": {
			as: "pro",
			at: () => `/settings/email${sentReceipt("/settings/email")}`,
			texts: [MAILBOX],
		},
		form: {
			at: ({ pro }) => {
				const sent = { id: crypto.randomUUID(), email: "ann@example.com", packed: null };
				return pro.form.path + sentReceipt(pro.form.id, { sent });
			},
			...headed("Check Your Email"),
			texts: [MAILBOX],
		},
		"new link": { at: "/verify-submission/session", texts: [MAILBOX] },
		"this wasn't me": { at: "/verify-submission/refuse?done=", texts: [MAILBOX] },
	},
	"/settings": {
		"signed out": LOGIN,
		"on Free": {
			as: "free",
			...headed("Settings"),
			texts: [
				"Profile Name",
				"Company",
				"Account name",
				"Security",
				"Change password",
				"Billing Free",
				"Manage Subscription",
				"Danger Zone",
				"Delete Account",
				"Sign Out",
			],
		},
		"on Pro": { as: "pro", title: "Settings", texts: ["Billing Pro"] },
	},
	"/admin": {
		"signed out": { leadsTo: "/dashboard" },
		"an owner's": { as: "pro", leadsTo: "/dashboard" },
		overview: {
			as: "admin",
			...headed("Overview"),
			texts: [
				"Overview Users Content Support Settings super admin",
				"Subscribers",
				"Conversion",
				"in the last 30 days",
				"Recent activity",
			],
		},
		users: { as: "admin", at: "/admin/users", ...headed("Users") },
		content: { as: "admin", at: "/admin/content", ...headed("Content") },
		support: {
			as: "admin",
			at: "/admin/support",
			...headed("Support"),
			texts: ["Submissions", "New", "In progress", "Resolved", "Recent support submissions"],
		},
		"the support form": {
			as: "admin",
			at: "/admin/support/form",
			title: "Support form",
			texts: ["Active", "Deactivate", "Notification email", "Send an automatic reply"],
		},
		settings: { as: "admin", at: "/admin/settings", ...headed("Settings") },
	},
	"/help": {
		"ten questions": {
			...headed("Help"),
			texts: [
				"Search the answers",
				"Getting started",
				"Contact Support",
				"Send Message Cancel",
				"Privacy policy generator",
				"Markdown guide",
				"App Store review guidelines",
				...LEGAL_AND_PRODUCT_LINKS,
			],
		},
		"no match": {
			at: "/help?q=zebra",
			heading: "Help",
			texts: ["No results found", "Clear Search"],
		},
		"signed in": { as: "pro", title: "Help", texts: ["Back to Dashboard"] },
	},
	"/getting-started": {
		"six steps": {
			...headed("Getting started"),
			texts: [
				"Set your account name",
				"spaces turn into dashes",
				"Create an app",
				"Add a document",
				"Share its public address",
				"Add a support form Pro",
				"Checklist",
			],
		},
	},
	"/pricing": {
		"signed out": {
			...headed("Pricing"),
			texts: ["Free $0", "Basic $4.99", "Pro $9.99", "prorated", "never deleted"],
		},
		"signed in": { as: "pro", title: "Pricing", texts: ["Current plan"] },
	},
	"/support": {
		"the form": {
			...headed("Contact Support"),
			texts: ["within 24 hours on business days", "Send Message", "Back to home"],
		},
		sent: {
			at: () => `/support${sentReceipt("support", { number: 1001 })}`,
			...headed("Message Sent!"),
			texts: ["Thank you", "the number 1001", MAILBOX, "Back to home"],
		},
	},
	"/report": {
		"the form": {
			at: ({ pro }) => `/report?page=${pro.document.path}`,
			...headed("Report this page"),
			texts: ["hosts", "Send report"],
		},
		sent: {
			at: () => `/report${sentReceipt("report", { number: 1001 })}`,
			...headed("Thank you"),
			texts: ["We look at every report", "the number 1001"],
		},
	},
	"/demo-privacy": { sample: headed("Privacy Policy") },
	"/demo-terms": { sample: headed("Terms of Service") },
	"/demo-eula": { sample: headed("End User Licence Agreement") },
	"/demo-form": {
		empty: {
			title: "Support form",
			heading: "Contact Support",
			texts: ["Name * Email * Category", "Bug Feature Account Billing Other", "Subject", "Message"],
		},
		sent: { at: "/demo-form?sent", ...headed("Thank You!") },
	},
	"any other path": {
		"one part": {
			at: "/nothing-here",
			status: 404,
			...headed("Page not found"),
			texts: ["Go to the home page", "Go to help"],
		},
		"many parts": { at: "/a/b/c/d/e", status: 404, title: "Page not found" },
	},
};

const server = serve();
let scene: Scene;

beforeAll(async () => {
	scene = await createScene();
});

const states = Object.entries(ROUTES).flatMap(([route, byName]) =>
	Object.entries(byName).map(([name, state]) => ({ route, name, state })),
);

test.each(states)("$route: $name", async ({ route, state }) => {
	const client = createClient(server, { cookie: scene.cookies[state.as ?? "visitor"] });
	const answer = await client.get(pathOf(route, state));
	if (state.leadsTo) {
		const to = typeof state.leadsTo === "function" ? state.leadsTo(scene) : state.leadsTo;
		expect([301, 302, 303]).toContain(answer.status);
		expect(answer.headers.location).toBe(to);
		return;
	}
	const page = readPage(answer.text);
	expect(answer.status).toBe(state.status ?? 200);
	if (state.title) expect(page.title).toSatisfy((is: string) => is.startsWith(state.title ?? ""));
	expect(page.title).not.toBe("");
	expect(page.headings).toHaveLength(1);
	if (state.heading) expect(page.headings).toEqual([state.heading]);
	for (const text of state.texts ?? []) expect(page.text).toContain(text);
	// A page that refuses something has a way on.
	if (answer.status >= 400) expect(answer.text).toMatch(/<main.*<(?:a|button) .*<\/main>/s);
});

function pathOf(route: string, { at }: State): string {
	if (typeof at === "function") return at(scene);
	const pattern = at ?? route.replace("{slug}", ":documentSlug").replace(/\{(\w+)\}/g, ":$1");
	return addressOf(pattern, scene.pro);
}

/** An owner on Pro with something in every list, and everybody else whom a page tells apart. */
async function createScene() {
	const pro = await createWorld({}, { app: "Pocket Garden", form: "Contact" });
	const expired = await createSubmission(pro.form, { open: false });
	const free = await createUser();
	const app = await createApp(free, "Tide Clock");
	await createDocument(app);
	const empty = await createApp(free, "Empty");
	const newcomer = await createUser({ accountName: null });
	const stranger = await createUser();
	const admin = await createAdmin("super_admin");
	const leaver = await createUser({ plan: "pro" });
	const closed = await createForm(await createApp(leaver));
	const trashed = await createApp(leaver);
	const gone = await createDocument(trashed);
	await trashApp(leaver, trashed.appId);
	await grantPlan(leaver.email, "free");
	return {
		pro,
		expired,
		free: { user: free, app, empty },
		closed,
		gone,
		cookies: {
			visitor: undefined,
			pro: pro.cookie,
			free: await cookieOf(free),
			newcomer: await cookieOf(newcomer),
			stranger: await cookieOf(stranger),
			admin: await cookieOf(admin),
		},
	};
}
