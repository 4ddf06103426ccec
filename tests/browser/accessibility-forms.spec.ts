import { newField } from "#app/forms/form-rules.ts";
import { expectSound } from "../kit/browser/axe.ts";
import { answerSum, createVisit, expect, newEmail, type Page, test } from "../kit/http/visitor.ts";

const LONG = "Donaudampfschifffahrtsgesellschaftskapitän".repeat(4);

type World = Awaited<ReturnType<typeof createWorld>>;

/** An owner with a form that has every type of field, and submissions in every state. */
async function createWorld(
	{ owner, app, closed }: { owner: { accountName: string | null }; app: App; closed: Form },
	factories: Factories,
) {
	const form = await factories.createForm(app, {
		title: `Support ${crypto.randomUUID().slice(0, 8)}`,
		fields: [
			{ ...newField(), label: "Your name", required: true },
			{
				...newField(),
				label: "Email",
				type: "email",
				required: true,
				placeholder: "you@example.com",
			},
			{ ...newField(), label: "Topic", type: "select", options: ["A bug", "An idea"] },
			{ ...newField(), label: "Message", type: "textarea", required: true },
		],
	});
	const open = await createVisit(form, { message: `Look: ${LONG}` });
	const answered = await createVisit(form, { sessionMs: -1 });
	const unverified = await createVisit(form, { verified: false });
	const resolved = await createVisit(form, { status: "closed" });
	const { transaction } = await import("#app/platform/db/db.server.ts");
	await transaction(async (tx) => {
		const said = [
			{ submissionId: open.id, senderType: "user", message: `And this:\n${LONG}` },
			{ submissionId: open.id, senderType: "admin", message: "Thank you, we look into it." },
			{ submissionId: answered.id, senderType: "admin", message: "Fixed." },
		];
		for (const message of said) {
			await tx.message.create({
				data: { ...message, requestId: crypto.randomUUID(), createdAt: new Date() },
			});
		}
		await tx.submission.update({ where: { id: open.id }, data: { notes: "Fixed in 2.2." } });
		await tx.submission.update({ where: { id: answered.id }, data: { lastSender: "admin" } });
		await tx.savedReply.create({
			data: {
				userId: app.userId,
				title: "Thanks",
				text: "Thank you for writing.",
				createdAt: new Date(),
			},
		});
	});
	return { owner, app, form, closed, open, answered, unverified, resolved };
}

type Factories = Parameters<Parameters<typeof test>[2]>[0]["factories"];
type App = Awaited<ReturnType<Factories["createApp"]>>;
type Form = Awaited<ReturnType<Factories["createForm"]>>;

async function openBuilder(page: Page, { app }: World) {
	await page.goto(`/app/${app.appId}/forms/new`);
	await page.getByLabel("Form title").fill("Ask us");
}

async function openSum(page: Page, { form }: World) {
	await page.goto(form.path);
	await page.getByLabel("Your name").fill("Ann");
	await page.getByLabel("Email").fill(newEmail());
	await page.getByLabel("Message").fill("It crashes.");
	await page.getByRole("button", { name: "Send" }).click();
	await expect(page.getByLabel(/^What is/)).toBeVisible();
}

/** Every page and state of forms, lists and conversations, by name. */
const PAGES: Record<string, (page: Page, world: World) => Promise<unknown>> = {
	"the builder": async (page, world) => {
		await openBuilder(page, world);
		await page.getByRole("button", { name: "Add Field" }).click();
		await expect(page.locator(".field-list > li")).toHaveCount(4);
	},
	"the builder with errors": async (page, world) => {
		await openBuilder(page, world);
		await page.getByLabel("Form title").fill("Documents");
		await page.getByRole("button", { name: "Delete Email" }).click();
		await expect(page.locator(".field-list > li")).toHaveCount(2);
		await page.getByRole("button", { name: "Publish Form" }).last().click();
		await expect(page.getByRole("alert")).toBeVisible();
	},
	"the builder with an error in a field": async (page, world) => {
		await openBuilder(page, world);
		await page.getByLabel("Edit Name").click();
		await page.getByLabel("Label").first().fill(" ");
		await page.getByLabel("Type").first().selectOption("Select");
		await page.getByRole("button", { name: "Publish Form" }).last().click();
		await expect(page.getByRole("alert")).toBeVisible();
	},
	"the preview": async (page, { app, form }) => {
		await page.goto(`/app/${app.appId}/forms/${form.id}/edit`);
		await page.getByRole("button", { name: "Preview" }).click();
		await expect(page.getByRole("region", { name: "Preview" })).toBeVisible();
	},
	"a published form": (page, { app, form }) =>
		page.goto(`/app/${app.appId}/forms/${form.id}/published`),
	"the deletion of a form": (page, { app, form }) =>
		page.goto(`/app/${app.appId}/forms/${form.id}/deletion`),
	"the list of forms": (page, { owner }) => page.goto(`/${owner.accountName}/pocket-garden/forms`),
	"the dashboard with forms": (page) => page.goto("/dashboard"),
	"the list of submissions": (page, { app, form }) =>
		page.goto(`/app/${app.appId}/forms/${form.id}/submissions`),
	"an empty list of submissions": (page, { app, closed }) =>
		page.goto(`/app/${app.appId}/forms/${closed.id}/submissions`),
	"a search without results": (page, { app }) =>
		page.goto(`/app/${app.appId}/forms/submissions?q=nothing+like+it`),
	"the owner's conversation": (page, { open }) => page.goto(`/admin/conversation/${open.id}`),
	"the owner's conversation, expired": (page, { answered }) =>
		page.goto(`/admin/conversation/${answered.id}`),
	"the owner's conversation, unverified": (page, { unverified }) =>
		page.goto(`/admin/conversation/${unverified.id}`),
	"the owner's conversation with an empty reply": async (page, { open }) => {
		await page.goto(`/admin/conversation/${open.id}`);
		await page.getByRole("button", { name: "Send reply" }).click();
		await expect(page.getByRole("alert")).toBeVisible();
	},
	"saved replies": (page) => page.goto("/saved-replies"),
	"deleting a saved reply": async (page) => {
		await page.goto("/saved-replies");
		await page.getByRole("link", { name: /^Delete / }).click();
		await expect(page.getByRole("button", { name: "Delete reply" })).toBeVisible();
	},
	"the visitor's conversation": async (page, { open }) => {
		await page.goto(open.path);
		await page.getByText("What you asked").click();
		await expect(page.getByRole("timer")).toBeVisible();
	},
	"the visitor's conversation with an empty message": async (page, { open }) => {
		await page.goto(open.path);
		await page.getByRole("button", { name: "Send", exact: true }).click();
		await expect(page.getByRole("alert")).toBeVisible();
	},
	"the visitor's conversation, expired": (page, { answered }) => page.goto(answered.path),
	"the visitor's conversation, closed": (page, { resolved }) => page.goto(resolved.path),
	"a conversation that is not there": (page) => page.goto("/conversation/unknown"),
	"a public form": (page, { form }) => page.goto(form.path),
	"a public form with errors": async (page, { form }) => {
		await page.goto(form.path);
		await page.getByRole("button", { name: "Send" }).click();
		await expect(page.getByRole("alert")).toBeVisible();
	},
	"the sum": openSum,
	"the sum, wrong": async (page, world) => {
		await openSum(page, world);
		await answerSum(page, { wrong: true });
		await expect(page.getByText("Incorrect captcha answer. Please try again.")).toBeVisible();
	},
	"a form that was sent": async (page, world) => {
		await openSum(page, world);
		await answerSum(page);
		await expect(page.getByRole("heading", { name: "Check Your Email" })).toBeVisible();
	},
	"a verification link": (page, { unverified }) => page.goto(unverified.link),
	"a verification link, used": (page, { answered }) => page.goto(answered.link),
	"a verification link, cut": (page) => page.goto("/verify-submission?id=1"),
	"a verification link, unknown": (page) => page.goto("/verify-submission?id=1&token=2"),
	"this wasn't me": (page, { unverified }) =>
		page.goto(unverified.link.replace("submission?", "submission/refuse?")),
	"this wasn't me, cut": (page) => page.goto("/verify-submission/refuse?id=1"),
	"this wasn't me, unknown": (page) => page.goto("/verify-submission/refuse?id=1&token=2"),
	"this wasn't me, done": (page) => page.goto("/verify-submission/refuse?done"),
	"a session link, cut": (page) => page.goto("/extend-session?id=1"),
	"a session link, unknown": (page) => page.goto("/extend-session?id=1&token=2"),
	"a session link": async (page, { answered }) => {
		const { transaction } = await import("#app/platform/db/db.server.ts");
		const { createSubmissionLink } = await import("#app/conversations/submission-link.server.ts");
		const { url } = await transaction((tx) => createSubmissionLink(tx, answered.id, "session"));
		await page.goto(new URL(url).pathname + new URL(url).search);
		await expect(page.getByRole("button", { name: "Open the conversation" })).toBeVisible();
	},
	"a form of somebody who is not on Pro": async (page, { owner, form }) => {
		const { transaction } = await import("#app/platform/db/db.server.ts");
		const { accountName } = owner;
		await transaction((tx) =>
			tx.user.updateMany({ where: { accountName }, data: { grantedPlan: null } }),
		);
		await page.goto(form.path);
		await expect(page.getByText("This form is not accepting new messages")).toBeVisible();
	},
	"the builder without Pro": (page, { app }) => page.goto(`/app/${app.appId}/forms/new`),
};

test("forms, lists and conversations", async ({ page, owner, app, form, factories }) => {
	test.setTimeout(120_000);
	const world = await createWorld({ owner, app, closed: form }, factories);
	for (const [name, open] of Object.entries(PAGES)) {
		await test.step(name, async () => {
			await open(page, world);
			await expectSound(page, name);
		});
	}
});
