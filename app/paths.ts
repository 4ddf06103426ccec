import { href } from "#app/platform/href.ts";

type App = { appId: string };
type Document = App & { documentId: string };
type Draft = App & { draftId: string };
type Form = App & { formId: string };
type Submission = { submissionId: string };
type Conversation = { conversationToken: string };
type DeletionRequest = App & { number: string };
type User = { userId: string };

/**
 * Every address that the app links or redirects to, by noun. `href` checks each against
 * `routes.ts`, so that a route that moves or loses a parameter fails the type check here.
 */
export const paths = {
	home: href("/"),
	pricing: href("/pricing"),
	help: href("/help"),
	gettingStarted: href("/getting-started"),
	support: href("/support"),
	report: {
		sent: href("/report"),
		/** Where somebody reports the public page at a path. */
		of: (path: string) => `${href("/report")}?${new URLSearchParams({ page: path })}`,
	},
	security: href("/.well-known/security.txt"),
	robots: href("/robots.txt"),
	dismissal: href("/message/dismissal"),
	/** Served by the local stand-in for mail, so it is no route of the app. */
	mailbox: "/local/mailbox",

	demo: {
		privacy: href("/demo-privacy"),
		terms: href("/demo-terms"),
		eula: href("/demo-eula"),
		form: href("/demo-form"),
	},

	auth: {
		signIn: href("/auth"),
		signUp: `${href("/auth")}?mode=sign-up`,
		signOut: href("/auth/sign-out"),
		confirm: href("/auth/confirm"),
		confirmation: href("/auth/confirmation"),
		email: href("/auth/email"),
		forgot: href("/auth/forgot"),
		reset: href("/auth/reset"),
	},

	account: {
		name: href("/account-name"),
		nameCheck: href("/account-name/check"),
		settings: href("/settings"),
		password: href("/settings/password"),
		email: href("/settings/email"),
		notifications: href("/settings/notifications"),
		sessions: href("/settings/sessions"),
		export: href("/settings/export"),
		deletion: href("/settings/deletion"),
	},

	billing: {
		card: `${href("/settings")}#billing`,
		portal: href("/settings/billing"),
		upgrade: href("/upgrade"),
		change: href("/upgrade/change"),
	},

	dashboard: href("/dashboard"),
	dashboardDeleted: href("/dashboard/deleted"),
	dashboardGuide: href("/dashboard/guide"),
	dashboardRefresh: href("/dashboard/refresh"),

	app: {
		settings: (ids: App) => href("/app/:appId/settings", ids),
		contact: (ids: App) => href("/app/:appId/contact", ids),
		deletion: (ids: App) => href("/app/:appId/deletion", ids),
	},

	checks: {
		/** What the checks say of all documents of an app, or of one. */
		all: (ids: App & { documentId?: string }) =>
			`${href("/app/:appId/kit/checks", ids)}${ids.documentId ? `?document=${ids.documentId}` : ""}`,
		/** Where an owner has the sites asked that a document links to. */
		links: (ids: Document) =>
			`${href("/app/:appId/kit/links", ids)}?${new URLSearchParams({ document: ids.documentId })}`,
		/** Where an owner has the app's pages asked from outside. */
		reachable: (ids: App) => href("/app/:appId/kit/reachable", ids),
	},

	document: {
		/** Redirects to the list at the app's public address. */
		all: (ids: App) => href("/app/:appId/documents", ids),
		list: (accountSlug: string, appName: string) =>
			href("/:accountSlug/:appName/documents", { accountSlug, appName }),
		new: (ids: App) => href("/app/:appId/documents/new", ids),
		preview: (ids: App) => href("/app/:appId/documents/preview", ids),
		autosave: (ids: App) => href("/app/:appId/documents/drafts", ids),
		draft: (ids: Draft) => href("/app/:appId/documents/drafts/:draftId", ids),
		callingOff: (ids: Draft) => href("/app/:appId/documents/drafts/:draftId/calling-off", ids),
		draftDeletion: (ids: Draft) => href("/app/:appId/documents/drafts/:draftId/deletion", ids),
		published: (ids: Document) => href("/app/:appId/documents/:documentId/published", ids),
		edit: (ids: Document) => href("/app/:appId/documents/:documentId/edit", ids),
		versions: (ids: Document) => href("/app/:appId/documents/:documentId/versions", ids),
		version: (ids: Document & { revision: string }) =>
			href("/app/:appId/documents/:documentId/versions/:revision", ids),
		/** Where the owner opens the history to everybody. */
		opening: (ids: Document) => href("/app/:appId/documents/:documentId/versions/opening", ids),
		deletion: (ids: Document) => href("/app/:appId/documents/:documentId/deletion", ids),
		deleted: (ids: App) => href("/app/:appId/documents/deleted", ids),
	},

	form: {
		list: (accountSlug: string, appName: string) =>
			href("/:accountSlug/:appName/forms", { accountSlug, appName }),
		new: (ids: App) => href("/app/:appId/forms/new", ids),
		published: (ids: Form) => href("/app/:appId/forms/:formId/published", ids),
		edit: (ids: Form) => href("/app/:appId/forms/:formId/edit", ids),
		deletion: (ids: Form) => href("/app/:appId/forms/:formId/deletion", ids),
		deleted: (ids: App) => href("/app/:appId/forms/deleted", ids),
	},

	kit: {
		/** What the stores ask for. */
		page: (ids: App) => href("/app/:appId/kit", ids),
		fastlane: (ids: App) => href("/app/:appId/kit/fastlane", ids),
	},

	deletions: {
		list: (ids: App) => href("/app/:appId/deletions", ids),
		done: (ids: DeletionRequest) => href("/app/:appId/deletions/:number/done", ids),
		refusal: (ids: DeletionRequest) => href("/app/:appId/deletions/:number/refusal", ids),
		/** Where the owner sets up the page on which people ask for deletion. */
		page: (ids: App) => href("/app/:appId/deletions/page", ids),
		closing: (ids: App) => href("/app/:appId/deletions/page/closing", ids),
	},

	/** The submissions of all apps. */
	messages: href("/messages"),

	submissions: {
		waiting: `${href("/messages")}?show=waiting`,
		exportOfAll: href("/messages/export"),
		deletion: href("/messages/deletion"),
		ofApp: (ids: App) => href("/app/:appId/forms/submissions", ids),
		exportOfApp: (ids: App) => href("/app/:appId/forms/submissions/export", ids),
		ofForm: (ids: Form) => href("/app/:appId/forms/:formId/submissions", ids),
		exportOfForm: (ids: Form) => href("/app/:appId/forms/:formId/submissions/export", ids),
	},

	conversation: {
		thread: (ids: Submission) => href("/admin/conversation/:submissionId", ids),
		details: (ids: Submission) => href("/admin/conversation/:submissionId/details", ids),
		notes: (ids: Submission) => href("/admin/conversation/:submissionId/notes", ids),
		note: (ids: Submission & { noteId: string }) =>
			href("/admin/conversation/:submissionId/notes/:noteId", ids),
		events: (ids: Submission) => href("/admin/conversation/:submissionId/events", ids),
		/** Where the owner says which mails are theirs that could not be proved. */
		heldMails: (ids: Submission) => href("/admin/conversation/:submissionId/mails", ids),
		/** Where an administrator says why they open another account's conversation. */
		reason: (ids: Submission) => href("/admin/conversation/:submissionId/reason", ids),
		savedReplies: href("/saved-replies"),
		savedReplyEdit: href("/saved-replies/edit"),
		savedReplyDeletion: href("/saved-replies/deletion"),
	},

	/** What hangs on a document, below the path or the URL of its page. */
	ofDocument: {
		versions: (page: string) => `${page}/versions`,
		version: (page: string, number: number) => `${page}/versions/${number}`,
		changes: (page: string, from: number, to: number) => `${page}/changes/${from}-${to}`,
		/** Where a GET form asks what has changed since a day. */
		since: (page: string) => `${page}/changes`,
		next: (page: string) => `${page}/next`,
		changesOfNext: (page: string) => `${page}/next/changes`,
	},

	/** Pages for people without an account. */
	visitor: {
		app: (accountSlug: string, appName: string) =>
			href("/:accountSlug/:appName", { accountSlug, appName }),
		document: (accountSlug: string, appName: string, documentSlug: string) =>
			href("/:accountSlug/:appName/:documentSlug", { accountSlug, appName, documentSlug }),
		/** Where anybody asks to be told of changes. */
		updates: (accountSlug: string, appName: string) =>
			href("/:accountSlug/:appName/updates", { accountSlug, appName }),
		confirmUpdates: (accountSlug: string, appName: string) =>
			href("/:accountSlug/:appName/updates/confirm", { accountSlug, appName }),
		/** Where people ask for the deletion of their account and data. */
		deletion: (accountSlug: string, appName: string) =>
			href("/:accountSlug/:appName/deletion", { accountSlug, appName }),
		/** Where whoever asked sees how the request stands. */
		deletionStatus: (ids: { token: string }) => href("/deletion-status/:token", ids),
		takingBack: (ids: { token: string }) => href("/deletion-status/:token/taking-back", ids),
		unsubscribe: (ids: { token: string }) => href("/unsubscribe/:token", ids),
		form: (accountSlug: string, appName: string, formSlug: string) =>
			href("/:accountSlug/:appName/forms/:formSlug", { accountSlug, appName, formSlug }),
		verify: href("/verify-submission"),
		refuse: href("/verify-submission/refuse"),
		allow: href("/verify-submission/allow"),
		newSession: href("/verify-submission/session"),
		heldMails: href("/verify-submission/mails"),
		extend: href("/extend-session"),
		conversation: (ids: Conversation) => href("/conversation/:conversationToken", ids),
		conversationEvents: (ids: Conversation) => href("/conversation/:conversationToken/events", ids),
		conversationSession: (ids: Conversation) =>
			href("/conversation/:conversationToken/session", ids),
	},

	admin: {
		overview: href("/admin"),
		content: href("/admin/content"),
		audit: href("/admin/audit"),
		settings: href("/admin/settings"),
		mails: href("/admin/settings/mail"),
		mail: (ids: { mailId: string }) => href("/admin/settings/mail/:mailId", ids),
		users: href("/admin/users"),
		user: (ids: User) => href("/admin/users/:userId", ids),
		suspension: (ids: User) => href("/admin/users/:userId/suspension", ids),
		plan: (ids: User) => href("/admin/users/:userId/plan", ids),
		role: (ids: User) => href("/admin/users/:userId/role", ids),
		restoration: (ids: User & App) => href("/admin/users/:userId/apps/:appId/restoration", ids),
		support: href("/admin/support"),
		supportForm: href("/admin/support/form"),
		supportFormState: href("/admin/support/form/state"),
		supportReply: (ids: { supportSubmissionId: string }) =>
			href("/admin/support/:supportSubmissionId/reply", ids),
		supportSubmission: (ids: { supportSubmissionId: string }) =>
			href("/admin/support/:supportSubmissionId", ids),
	},
};
