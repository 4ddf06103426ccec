import type { Locator } from "@playwright/test";
import { newField } from "#app/forms/form-rules.ts";
import { expectSound, press } from "../kit/browser/axe.ts";
import { answerSum, createVisit, expect, newEmail, type Page, test } from "../kit/http/visitor.ts";

const LONG = "Donaudampfschifffahrtsgesellschaftskapitän".repeat(4);

type Scene = Awaited<ReturnType<typeof createWorld>> & { page: Page };

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
	const createdAt = new Date();
	await transaction(async (tx) => {
		const said = [
			{ submissionId: open.id, senderType: "user", message: `And this:\n${LONG}` },
			{ submissionId: open.id, senderType: "admin", message: "Thank you, we look into it." },
			{ submissionId: answered.id, senderType: "admin", message: "Fixed." },
		];
		for (const message of said) {
			await tx.message.create({ data: { ...message, requestId: crypto.randomUUID(), createdAt } });
		}
		await tx.submission.update({ where: { id: open.id }, data: { notes: "Fixed in 2.2." } });
		await tx.submission.update({ where: { id: answered.id }, data: { lastSender: "admin" } });
		await tx.savedReply.create({
			data: { userId: app.userId, title: "Thanks", text: "Thank you for writing.", createdAt },
		});
	});
	const { mailIn } = await import("../kit/world/incoming-mail.ts");
	await mailIn("owner", open, { from: "me@second.example", text: LONG });
	await mailIn("visitor", open, { from: "vera@second.example", files: [`${LONG}.png`] });
	const { sealToken } = await import("#app/platform/crypto/seal.server.ts");
	const held = await transaction((tx) =>
		tx.inboundMail.findFirstOrThrow({ where: { submissionId: open.id, side: "visitor" } }),
	);
	const question = `/verify-submission/mails?token=${sealToken("held mail", { id: held.id })}`;
	const forms = `/app/${app.appId}/forms`;
	return { owner, forms, form, closed, open, answered, unverified, resolved, question };
}

type Factories = Parameters<Parameters<typeof test>[2]>[0]["factories"];
type App = Awaited<ReturnType<Factories["createApp"]>>;
type Form = Awaited<ReturnType<Factories["createForm"]>>;

async function openBuilder({ page, forms }: Scene) {
	await page.goto(`${forms}/new`);
	// The tab keeps what the state before has typed.
	await page.evaluate(() => sessionStorage.clear());
	await page.reload();
	await page.getByLabel("Form title").fill("Ask us");
}

async function openSum({ page, form }: Scene) {
	await page.goto(form.path);
	await page.getByLabel("Your name").fill("Ann");
	await page.getByLabel("Email").fill(newEmail());
	await page.getByLabel("Message").fill("It crashes.");
	await press(page, "Send");
	await expect(page.getByLabel(/^What is/)).toBeVisible();
}

async function refuse(page: Page, button: string) {
	await press(page, button);
	return page.getByRole("alert");
}

async function sendEmpty(page: Page, address: string, button: string) {
	await page.goto(address);
	return refuse(page, button);
}

/** Each page and state by name: its address, or the way there and what it shows then. */
const PAGES: Record<string, (scene: Scene) => string | Promise<Locator>> = {
	"the builder": async (scene) => {
		await openBuilder(scene);
		await press(scene.page, "Add Field");
		await scene.page.getByText("Answers by mail", { exact: true }).click();
		const fields = scene.page.locator(".field-editor");
		await expect(fields).toHaveCount(4);
		return fields.last();
	},
	"the builder with errors": async (scene) => {
		const { page } = scene;
		await openBuilder(scene);
		await page.getByLabel("Form title").fill("Documents");
		await press(page, "Delete Email");
		await expect(page.locator(".field-editor")).toHaveCount(2);
		return refuse(page, "Publish Form");
	},
	"the builder with an error in a field": async (scene) => {
		const { page } = scene;
		await openBuilder(scene);
		await page.getByLabel("Edit Name").click();
		await page.getByLabel("Label").first().fill(" ");
		await page.getByLabel("Type").first().selectOption("Choice from a list");
		return refuse(page, "Publish Form");
	},
	"the preview": async ({ page, forms, form }) => {
		await page.goto(`${forms}/${form.id}/edit`);
		await press(page, "Preview");
		return page.getByRole("region", { name: "Preview" });
	},
	"a published form": ({ forms, form }) => `${forms}/${form.id}/published`,
	"the deletion of a form": ({ forms, form }) => `${forms}/${form.id}/deletion`,
	"the deleted forms": ({ forms }) => `${forms}/deleted`,
	"the list of forms": ({ owner }) => `/${owner.accountName}/pocket-garden/forms`,
	"the dashboard with forms": () => "/dashboard",
	"the list of submissions": ({ forms, form }) => `${forms}/${form.id}/submissions`,
	"the inbox with a refused press": async ({ page }) => {
		await page.goto("/messages?show=all");
		await page
			.getByLabel(/^Select /)
			.first()
			.check();
		await page.getByRole("button", { name: "Tag", exact: true }).click();
		return page.getByRole("alert");
	},
	"the deletion of submissions": ({ open }) => `/messages/deletion?id=${open.id}`,
	"an empty list of submissions": ({ forms, closed }) => `${forms}/${closed.id}/submissions`,
	"a search without results": ({ forms }) => `${forms}/submissions?q=nothing+like+it`,
	"the owner's conversation": ({ open }) => `/admin/conversation/${open.id}`,
	"the owner's conversation, expired": ({ answered }) => `/admin/conversation/${answered.id}`,
	"the owner's conversation, unverified": ({ unverified }) =>
		`/admin/conversation/${unverified.id}`,
	"the owner's conversation with an empty reply": ({ page, open }) =>
		sendEmpty(page, `/admin/conversation/${open.id}`, "Send reply"),
	"the owner's conversation with a note": async ({ page, open }) => {
		await page.goto(`/admin/conversation/${open.id}`);
		// Its script moves the page to the newest message.
		await expect(page.locator("#write")).toHaveAttribute("data-sticky");
		await page.getByText("More", { exact: true }).click();
		await page.getByLabel("Internal note").fill("Ask Grace.");
		await page.getByRole("button", { name: "Add note" }).click();
		return page.getByText("Only you see this");
	},
	"deleting a note": async ({ page }) => {
		await page.getByRole("button", { name: "Delete this note" }).click();
		return page.getByRole("button", { name: "Delete note" });
	},
	"mails that are held for the owner": ({ open }) => `/admin/conversation/${open.id}/mails`,
	"saved replies": () => "/saved-replies",
	"editing a saved reply": async ({ page }) => {
		await page.goto("/saved-replies");
		await page
			.getByRole("link", { name: /^Edit / })
			.first()
			.click();
		return page.getByRole("heading", { name: /^Edit / });
	},
	"deleting a saved reply": async ({ page }) => {
		await page.goto("/saved-replies");
		await page.getByRole("link", { name: /^Delete / }).click();
		return page.getByRole("button", { name: "Delete reply" });
	},
	"the visitor's conversation": async ({ page, open }) => {
		await page.goto(open.path);
		return page.getByRole("timer");
	},
	"the visitor's conversation with an empty message": ({ page, open }) =>
		sendEmpty(page, open.path, "Send"),
	"the visitor's conversation, expired": ({ answered }) => answered.path,
	"the visitor's conversation, closed": ({ resolved }) => resolved.path,
	"a conversation that is not there": () => "/conversation/unknown",
	"a public form": ({ form }) => form.path,
	"a public form with errors": ({ page, form }) => sendEmpty(page, form.path, "Send"),
	"the sum": async (scene) => {
		await openSum(scene);
		return scene.page.getByLabel(/^What is/);
	},
	"the sum, wrong": async (scene) => {
		await openSum(scene);
		await answerSum(scene.page, { wrong: true });
		return scene.page.getByText("Incorrect captcha answer. Please try again.").first();
	},
	"a form that was sent": async (scene) => {
		await openSum(scene);
		await answerSum(scene.page);
		return scene.page.getByRole("heading", { name: "Check Your Email" });
	},
	"a verification link": ({ unverified }) => unverified.link,
	"a verification link, used": ({ answered }) => answered.link,
	"a verification link, cut": () => "/verify-submission?id=1",
	"a verification link, unknown": () => "/verify-submission?id=1&token=2",
	"this wasn't me": ({ unverified }) =>
		unverified.link.replace("submission?", "submission/refuse?"),
	"this wasn't me, cut": () => "/verify-submission/refuse?id=1",
	"this wasn't me, unknown": () => "/verify-submission/refuse?id=1&token=2",
	"this wasn't me, done": () => "/verify-submission/refuse?done",
	"was this you": ({ question }) => question,
	"was this you, altered": () => "/verify-submission/mails?token=x",
	"a session link, cut": () => "/extend-session?id=1",
	"a session link, unknown": () => "/extend-session?id=1&token=2",
	"a session link": async ({ page, answered }) => {
		const { transaction } = await import("#app/platform/db/db.server.ts");
		const { createSubmissionLink } = await import("#app/conversations/submission-link.server.ts");
		const { url } = await transaction((tx) => createSubmissionLink(tx, answered.id, "session"));
		await page.goto(new URL(url).pathname + new URL(url).search);
		return page.getByRole("button", { name: "Open the conversation" });
	},
	"a form of somebody who is not on Pro": async ({ page, owner: { accountName }, form }) => {
		const { transaction } = await import("#app/platform/db/db.server.ts");
		const noPlan = { where: { accountName }, data: { grantedPlan: null } };
		await transaction((tx) => tx.user.updateMany(noPlan));
		await page.goto(form.path);
		return page.getByText("This form is not accepting new messages");
	},
	"the builder without Pro": ({ forms }) => `${forms}/new`,
};

/** So many states of one world, after one another; other tests have the next ones meanwhile. */
const AT_ONCE = 11;
const states = Object.entries(PAGES);

for (let from = 0; from < states.length; from += AT_ONCE) {
	test(`forms, lists and conversations, from ${states[from]?.[0]} on`, async ({
		page,
		owner,
		app,
		form,
		factories,
	}) => {
		const world = await createWorld({ owner, app, closed: form }, factories);
		const scene = { page, ...world };
		for (const [name, open] of states.slice(from, from + AT_ONCE)) {
			await test.step(name, async () => {
				const there = await open(scene);
				if (typeof there === "string") await page.goto(there);
				await expectSound(page, name, typeof there === "string" ? undefined : there);
			});
		}
	});
}
