import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

export default [
	layout("routes/marketing/layout.tsx", [
		index("routes/marketing/home.tsx"),
		route("pricing", "routes/marketing/pricing.tsx"),
		route("help", "routes/marketing/help.tsx"),
		route("getting-started", "routes/marketing/getting-started.tsx"),
		route("support", "routes/marketing/support.tsx"),
	]),

	layout("routes/auth/layout.tsx", [
		route("auth", "routes/auth/auth.tsx"),
		route("auth/confirm", "routes/auth/confirm.tsx"),
		route("auth/confirmation", "routes/auth/confirmation.tsx"),
		route("auth/forgot", "routes/auth/forgot.tsx"),
		route("auth/reset", "routes/auth/reset.tsx"),
		route("auth/email", "routes/auth/email.tsx"),
		route("auth/sign-out", "routes/auth/sign-out.tsx"),
		route("settings/deletion", "routes/auth/deletion.tsx"),
	]),

	layout("routes/owner/layout.tsx", [
		route("dashboard", "routes/owner/dashboard.tsx"),
		route("dashboard/refresh", "routes/owner/refresh.ts"),
		route("dashboard/guide", "routes/owner/guide.ts"),
		route("account-name", "routes/owner/account-name.tsx"),
		route("account-name/check", "routes/owner/account-name-check.ts"),

		route("settings", "routes/owner/settings/settings.tsx"),
		route("settings/password", "routes/owner/settings/password.tsx"),
		route("settings/email", "routes/owner/settings/email.tsx"),
		route("settings/sessions", "routes/owner/settings/sessions.tsx"),
		route("settings/export", "routes/owner/settings/export.ts"),
		route("settings/billing", "routes/owner/settings/billing.tsx"),
		route("upgrade", "routes/owner/upgrade/upgrade.tsx"),
		route("upgrade/change", "routes/owner/upgrade/change.tsx"),

		route("app/:appId/deletion", "routes/owner/apps/deletion.tsx"),
		route("app/:appId", "routes/owner/apps/layout.tsx", [
			index("routes/owner/apps/index.ts"),
			route("settings", "routes/owner/apps/settings.tsx"),
			route("contact", "routes/owner/apps/contact.tsx"),

			route("documents", "routes/owner/documents/redirect.ts"),
			route("documents/new", "routes/owner/documents/new.tsx"),
			route("documents/:documentId", "routes/owner/documents/layout.tsx", [
				index("routes/owner/documents/index.ts"),
				route("published", "routes/owner/documents/published.tsx"),
				route("edit", "routes/owner/documents/edit.tsx"),
				route("versions", "routes/owner/documents/versions.tsx"),
				route("versions/:revision", "routes/owner/documents/version.tsx"),
			]),
			route("documents/:documentId/deletion", "routes/owner/documents/deletion.tsx"),

			layout("routes/owner/forms/layout.tsx", [
				route("forms/new", "routes/owner/forms/new.tsx"),
				route("forms/:formId/edit", "routes/owner/forms/edit.tsx"),
				route("forms/:formId/published", "routes/owner/forms/published.tsx"),
			]),
			route("forms/:formId/deletion", "routes/owner/forms/deletion.tsx"),
			route("forms/submissions", "routes/owner/submissions/of-app.tsx"),
			route("forms/submissions/export", "routes/owner/submissions/export.ts", {
				id: "export-of-app",
			}),
			route("forms/:formId/submissions", "routes/owner/submissions/of-form.tsx"),
			route("forms/:formId/submissions/export", "routes/owner/submissions/export.ts"),
		]),
		route(":accountSlug/:appName/documents", "routes/owner/documents/list.tsx"),
		route(":accountSlug/:appName/forms", "routes/owner/forms/list.tsx"),

		route("saved-replies", "routes/owner/submissions/saved-replies.tsx"),
		route("saved-replies/deletion", "routes/owner/submissions/reply-deletion.tsx"),
		layout("routes/owner/submissions/layout.tsx", [
			route("admin/conversation/:submissionId", "routes/owner/submissions/conversation.tsx"),
			route("admin/conversation/:submissionId/details", "routes/owner/submissions/details.tsx"),
			route("admin/conversation/:submissionId/events", "routes/owner/submissions/events.ts"),
		]),
	]),

	layout("routes/admin/layout.tsx", [
		route("admin", "routes/admin/overview.tsx"),
		route("admin/content", "routes/admin/content.tsx"),
		route("admin/settings", "routes/admin/settings/settings.tsx"),
		route("admin/settings/mail", "routes/admin/settings/mail.tsx", { id: "mail-all" }),
		route("admin/settings/mail/:mailId", "routes/admin/settings/mail.tsx"),
		route("admin/audit", "routes/admin/audit.tsx"),
		route("admin/users", "routes/admin/users/list.tsx"),
		route("admin/users/:userId", "routes/admin/users/user.tsx"),
		route("admin/users/:userId/suspension", "routes/admin/users/suspension.tsx"),
		route("admin/users/:userId/plan", "routes/admin/users/plan.tsx"),
		route("admin/users/:userId/role", "routes/admin/users/role.tsx"),
		route("admin/users/:userId/apps/:appId/restoration", "routes/admin/users/restoration.tsx"),
		route("admin/support", "routes/admin/support/list.tsx"),
		route("admin/support/form", "routes/admin/support/form.tsx"),
		route("admin/support/form/state", "routes/admin/support/form-state.tsx"),
		route("admin/support/:supportSubmissionId", "routes/admin/support/submission.tsx"),
	]),

	layout("routes/visitor/layout.tsx", [
		route("demo-privacy", "routes/marketing/demo-document.tsx", { id: "demo-privacy" }),
		route("demo-terms", "routes/marketing/demo-document.tsx", { id: "demo-terms" }),
		route("demo-eula", "routes/marketing/demo-document.tsx", { id: "demo-eula" }),
		route("demo-form", "routes/marketing/demo-form.tsx"),
		route("doc/:appId/:documentSlug", "routes/visitor/old-document.ts"),
		route("form/:appId/:formId", "routes/visitor/old-form.ts"),
		route("verify-submission", "routes/visitor/verify.tsx"),
		route("verify-submission/refuse", "routes/visitor/refuse.tsx"),
		route("verify-submission/session", "routes/visitor/verify-session.tsx"),
		route("extend-session", "routes/visitor/extend.tsx"),
		route(":accountSlug/:appName", "routes/visitor/hub.tsx"),
		route(":accountSlug/:appName/:documentSlug", "routes/visitor/document.tsx"),
		route(":accountSlug/:appName/forms/:formSlug", "routes/visitor/form.tsx"),
	]),

	layout("routes/visitor/conversation/layout.tsx", [
		route("conversation/:conversationToken", "routes/visitor/conversation/conversation.tsx"),
		route("conversation/:conversationToken/events", "routes/visitor/conversation/events.ts"),
		route("conversation/:conversationToken/session", "routes/visitor/conversation/session.ts"),
	]),

	route("healthz", "routes/endpoints/healthz.ts"),
	route("readyz", "routes/endpoints/readyz.ts"),
	route("robots.txt", "routes/endpoints/robots.ts"),
	route("sitemap.xml", "routes/endpoints/sitemap.ts"),
	route("sitemap-pages.xml", "routes/endpoints/sitemap-part.ts", { id: "sitemap-pages" }),
	route("sitemap-apps.xml", "routes/endpoints/sitemap-part.ts", { id: "sitemap-apps" }),
	route("sitemap-documents.xml", "routes/endpoints/sitemap-part.ts", { id: "sitemap-documents" }),
	route(".well-known/security.txt", "routes/endpoints/security.ts"),
	route("stripe/webhook", "routes/endpoints/stripe-webhook.ts"),
	layout("routes/endpoints/local/layout.tsx", [
		route("local/mailbox", "routes/endpoints/local/mailbox.tsx"),
		route("local/mailbox/:mailId", "routes/endpoints/local/mail.tsx"),
		route("local/till", "routes/endpoints/local/till/till.tsx"),
		route("local/till/checkout/:checkoutId", "routes/endpoints/local/till/checkout.tsx"),
		route("local/till/portal/:portalId", "routes/endpoints/local/till/portal.tsx"),
	]),

	route("*", "routes/marketing/not-found.tsx"),
] satisfies RouteConfig;
