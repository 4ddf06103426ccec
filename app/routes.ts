import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

export default [
	layout("marketing/routes/layout.tsx", [
		index("marketing/routes/home.tsx"),
		route("pricing", "marketing/routes/pricing.tsx"),
		route("help", "marketing/routes/help.tsx"),
		route("getting-started", "marketing/routes/getting-started.tsx"),
		route("support", "support/routes/support.tsx"),
		route("report", "support/routes/report.tsx"),
	]),

	layout("accounts/routes/auth/layout.tsx", [
		route("auth", "accounts/routes/auth/auth.tsx"),
		route("auth/confirm", "accounts/routes/auth/confirm.tsx"),
		route("auth/confirmation", "accounts/routes/auth/confirmation.tsx"),
		route("auth/forgot", "accounts/routes/auth/forgot.tsx"),
		route("auth/reset", "accounts/routes/auth/reset.tsx"),
		route("auth/email", "accounts/routes/auth/email.tsx"),
		route("auth/sign-out", "accounts/routes/auth/sign-out.tsx"),
		route("settings/deletion", "accounts/routes/auth/deletion.tsx"),
	]),

	layout("apps/routes/owner/owner-layout.tsx", [
		route("dashboard", "apps/routes/owner/dashboard.tsx"),
		route("dashboard/refresh", "apps/routes/owner/refresh.ts"),
		route("dashboard/deleted", "apps/routes/owner/deleted.tsx"),
		route("dashboard/guide", "apps/routes/owner/guide.ts"),
		route("account-name", "accounts/routes/settings/account-name.tsx"),
		route("account-name/check", "accounts/routes/settings/account-name-check.ts"),

		route("settings", "accounts/routes/settings/settings.tsx"),
		route("settings/password", "accounts/routes/settings/password.tsx"),
		route("settings/email", "accounts/routes/settings/email.tsx"),
		route("settings/notifications", "conversations/routes/owner/notifications.tsx"),
		route("settings/sessions", "accounts/routes/settings/sessions.tsx"),
		route("settings/export", "accounts/routes/settings/export.ts"),
		route("settings/billing", "billing/routes/billing.tsx"),
		route("upgrade", "billing/routes/upgrade.tsx"),
		route("upgrade/change", "billing/routes/change.tsx"),

		route("app/:appId/deletion", "apps/routes/owner/deletion.tsx"),
		// For apps in the trash, too.
		layout("deletion-requests/routes/owner/layout.tsx", [
			route("app/:appId/deletions", "deletion-requests/routes/owner/list.tsx"),
			route("app/:appId/deletions/:number/done", "deletion-requests/routes/owner/done.tsx"),
			route("app/:appId/deletions/:number/refusal", "deletion-requests/routes/owner/refusal.tsx"),
		]),
		route("app/:appId", "apps/routes/owner/layout.tsx", [
			index("apps/routes/owner/index.ts"),
			route("settings", "apps/routes/owner/settings.tsx"),
			route("contact", "apps/routes/owner/contact.tsx"),
			route("kit", "store-kit/routes/owner/kit.tsx"),
			route("kit/fastlane", "store-kit/routes/owner/fastlane.ts"),
			route("deletions/page", "deletion-requests/routes/owner/page.tsx"),
			route("deletions/page/closing", "deletion-requests/routes/owner/closing.tsx"),

			route("kit/checks", "checks/routes/owner/checks.tsx"),
			route("kit/links", "checks/routes/owner/links.tsx"),
			route("kit/reachable", "checks/routes/owner/reachable.tsx"),

			route("documents", "documents/routes/owner/redirect.ts"),
			route("documents/new", "documents/routes/owner/new.tsx"),
			route("documents/deleted", "documents/routes/owner/deleted.tsx"),
			route("documents/preview", "documents/routes/owner/preview.ts"),
			route("documents/drafts", "documents/routes/owner/autosave.ts"),
			route("documents/drafts/:draftId", "documents/routes/owner/draft.tsx"),
			route("documents/drafts/:draftId/deletion", "documents/routes/owner/draft-deletion.tsx"),
			route("documents/drafts/:draftId/calling-off", "documents/routes/owner/calling-off.tsx"),
			route("documents/:documentId", "documents/routes/owner/layout.tsx", [
				index("documents/routes/owner/index.ts"),
				route("published", "documents/routes/owner/published.tsx"),
				route("edit", "documents/routes/owner/edit.tsx"),
				route("versions", "documents/routes/owner/versions.tsx"),
				route("versions/opening", "documents/routes/owner/opening.tsx"),
				route("versions/:revision", "documents/routes/owner/version.tsx"),
				route("versions/:revision/withdrawal", "documents/routes/owner/withdrawal.tsx"),
			]),
			route("documents/:documentId/deletion", "documents/routes/owner/deletion.tsx"),

			layout("forms/routes/owner/layout.tsx", [
				route("forms/new", "forms/routes/owner/new.tsx"),
				route("forms/:formId/edit", "forms/routes/owner/edit.tsx"),
				route("forms/:formId/published", "forms/routes/owner/published.tsx"),
			]),
			route("forms/deleted", "forms/routes/owner/deleted.tsx"),
			route("forms/:formId/deletion", "forms/routes/owner/deletion.tsx"),
			layout("forms/routes/owner/submissions-layout.tsx", [
				route("forms/submissions", "conversations/routes/owner/list.tsx", {
					id: "submissions-of-app",
				}),
				route("forms/submissions/export", "conversations/routes/owner/export.ts", {
					id: "export-of-app",
				}),
				route("forms/:formId/submissions", "conversations/routes/owner/list.tsx"),
				route("forms/:formId/submissions/export", "conversations/routes/owner/export.ts"),
			]),
		]),
		layout("apps/routes/owner/layout.tsx", { id: "app-by-address" }, [
			route(":accountSlug/:appName/documents", "documents/routes/owner/list.tsx"),
			route(":accountSlug/:appName/forms", "forms/routes/owner/list.tsx"),
		]),

		layout("forms/routes/owner/submissions-layout.tsx", { id: "messages-layout" }, [
			route("messages", "conversations/routes/owner/list.tsx", { id: "messages" }),
			route("messages/export", "conversations/routes/owner/export.ts", { id: "export-of-all" }),
			route("messages/deletion", "conversations/routes/owner/submission-deletion.tsx"),
		]),
		route("saved-replies", "conversations/routes/owner/saved-replies.tsx"),
		route("saved-replies/edit", "conversations/routes/owner/reply-edit.tsx"),
		route("saved-replies/deletion", "conversations/routes/owner/reply-deletion.tsx"),
		route("admin/conversation/:submissionId/reason", "conversations/routes/owner/reason.tsx"),
		layout("conversations/routes/owner/layout.tsx", [
			route("admin/conversation/:submissionId", "conversations/routes/owner/conversation.tsx"),
			route("admin/conversation/:submissionId/details", "conversations/routes/owner/details.tsx"),
			route("admin/conversation/:submissionId/notes", "conversations/routes/owner/notes.tsx"),
			route(
				"admin/conversation/:submissionId/notes/:noteId",
				"conversations/routes/owner/note.tsx",
			),
			route("admin/conversation/:submissionId/events", "conversations/routes/owner/events.ts"),
		]),
	]),

	layout("admin/routes/layout.tsx", [
		route("admin", "admin/routes/overview.tsx"),
		route("admin/content", "admin/routes/content.tsx"),
		route("admin/settings", "admin/routes/settings.tsx"),
		route("admin/settings/mail", "admin/routes/mail.tsx", { id: "mail-all" }),
		route("admin/settings/mail/:mailId", "admin/routes/mail.tsx"),
		route("admin/audit", "admin/routes/audit.tsx"),
		route("admin/users", "admin/routes/users/list.tsx"),
		route("admin/users/:userId", "admin/routes/users/user.tsx"),
		route("admin/users/:userId/suspension", "admin/routes/users/suspension.tsx"),
		route("admin/users/:userId/plan", "admin/routes/users/plan.tsx"),
		route("admin/users/:userId/role", "admin/routes/users/role.tsx"),
		route("admin/users/:userId/apps/:appId/restoration", "admin/routes/users/restoration.tsx"),
		route("admin/support", "support/routes/admin/list.tsx"),
		route("admin/support/form", "support/routes/admin/form.tsx"),
		route("admin/support/form/state", "support/routes/admin/form-state.tsx"),
		route("admin/support/:supportSubmissionId", "support/routes/admin/submission.tsx"),
		route("admin/support/:supportSubmissionId/reply", "support/routes/admin/reply.tsx"),
	]),

	layout("apps/routes/visitor/layout.tsx", [
		route("demo-privacy", "marketing/routes/demo-document.tsx", { id: "demo-privacy" }),
		route("demo-terms", "marketing/routes/demo-document.tsx", { id: "demo-terms" }),
		route("demo-eula", "marketing/routes/demo-document.tsx", { id: "demo-eula" }),
		route("demo-form", "marketing/routes/demo-form.tsx"),
		route("doc/:appId/:documentSlug", "documents/routes/visitor/old-document.ts"),
		route("form/:appId/:formId", "forms/routes/visitor/old-form.ts"),
		route("verify-submission", "conversations/routes/visitor/verify.tsx"),
		route("verify-submission/refuse", "conversations/routes/visitor/refuse.tsx"),
		route("verify-submission/allow", "conversations/routes/visitor/allow.tsx"),
		route("verify-submission/session", "conversations/routes/visitor/verify-session.tsx"),
		route("extend-session", "conversations/routes/visitor/extend.tsx"),
		route("unsubscribe/:token", "apps/routes/visitor/unsubscribe.tsx"),
		route("deletion-status/:token", "deletion-requests/routes/visitor/status.tsx"),
		route("deletion-status/:token/taking-back", "deletion-requests/routes/visitor/taking-back.tsx"),
		route(":accountSlug/:appName", "apps/routes/visitor/hub.tsx"),
		route(":accountSlug/:appName/deletion", "deletion-requests/routes/visitor/page.tsx"),
		route(":accountSlug/:appName/updates", "documents/routes/visitor/updates.tsx"),
		route(":accountSlug/:appName/updates/confirm", "documents/routes/visitor/confirm-updates.tsx"),
		route(":accountSlug/:appName/:documentSlug", "documents/routes/visitor/document.tsx"),
		route(":accountSlug/:appName/:documentSlug/next", "documents/routes/visitor/next.tsx"),
		route(
			":accountSlug/:appName/:documentSlug/next/changes",
			"documents/routes/visitor/next-changes.tsx",
		),
		route(":accountSlug/:appName/forms/:formSlug", "forms/routes/visitor/form.tsx"),
		route(":accountSlug/:appName/:documentSlug/versions", "documents/routes/visitor/versions.tsx"),
		route(
			":accountSlug/:appName/:documentSlug/versions/:revision",
			"documents/routes/visitor/version.tsx",
		),
		route(":accountSlug/:appName/:documentSlug/changes", "documents/routes/visitor/since.tsx"),
		route(
			":accountSlug/:appName/:documentSlug/changes/:range",
			"documents/routes/visitor/changes.tsx",
		),
	]),

	layout("conversations/routes/visitor/layout.tsx", [
		route("conversation/:conversationToken", "conversations/routes/visitor/conversation.tsx"),
		route("conversation/:conversationToken/events", "conversations/routes/visitor/events.ts"),
		route("conversation/:conversationToken/session", "conversations/routes/visitor/session.ts"),
	]),

	// The same pages in other shapes: no slug has a dot.
	route(":accountSlug/:appName.json", "apps/routes/visitor/hub-json.ts"),
	route(":accountSlug/:appName.atom", "apps/routes/visitor/hub-feed.ts"),
	route(":accountSlug/:appName/:documentSlug.md", "documents/routes/visitor/shapes/markdown.ts"),
	route(":accountSlug/:appName/:documentSlug.txt", "documents/routes/visitor/shapes/text.ts"),
	route(":accountSlug/:appName/:documentSlug.json", "documents/routes/visitor/shapes/json.ts"),
	route(":accountSlug/:appName/:documentSlug.atom", "documents/routes/visitor/shapes/feed.ts"),
	route(
		":accountSlug/:appName/:documentSlug/versions/:revision.md",
		"documents/routes/visitor/shapes/version-markdown.ts",
	),
	route(
		":accountSlug/:appName/:documentSlug/versions/:revision.txt",
		"documents/routes/visitor/shapes/version-text.ts",
	),
	...["md", "txt", "json", "atom"].map((shape) =>
		route(`doc/:appId/:documentSlug.${shape}`, "documents/routes/visitor/shapes/old.ts", {
			id: `old-${shape}`,
		}),
	),

	route("message/dismissal", "http/routes/dismissal.ts"),
	route("healthz", "platform/routes/healthz.ts"),
	route("readyz", "platform/routes/readyz.ts"),
	route("robots.txt", "addresses/routes/robots.ts"),
	route("sitemap.xml", "addresses/routes/sitemap.ts"),
	route("sitemap-pages.xml", "addresses/routes/sitemap-part.ts", { id: "sitemap-pages" }),
	route("sitemap-apps.xml", "addresses/routes/sitemap-part.ts", { id: "sitemap-apps" }),
	route("sitemap-documents.xml", "addresses/routes/sitemap-part.ts", { id: "sitemap-documents" }),
	route(".well-known/security.txt", "support/routes/security.ts"),
	route("stripe/webhook", "billing/routes/stripe-webhook.ts"),
	route("postmark/inbound", "inbound-mail/routes/postmark-inbound.ts"),
	route("postmark/events", "platform/routes/postmark-events.ts"),

	route("*", "marketing/routes/not-found.tsx"),
] satisfies RouteConfig;
