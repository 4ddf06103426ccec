import type { BrowserContext } from "@playwright/test";
import { DEFAULT_DESCRIPTION, defaultFields } from "#app/forms/form-rules.ts";
import { HOUR_MS, later } from "#app/platform/time.ts";
import { test as base, expect, type Page } from "../browser/e2e.ts";
import { sumOf } from "../question.ts";
import type { TestForm } from "../world/form.ts";

export * from "../browser/e2e.ts";

type VisitorFixtures = {
	/** Whether visitors' browsers run JavaScript. */
	visitorHasJavaScript: boolean;
	/** Opens a page in another, signed-out browser. */
	openVisitor: () => Promise<Page>;
	/** A page in such a browser. */
	visitor: Page;
	/** A form of the owner's app. It puts the owner on Pro. */
	form: TestForm;
	/** A verified submission of the form. */
	submission: Awaited<ReturnType<typeof createVisit>>;
};

/** The e2e test with a second person. */
export const test = base.extend<VisitorFixtures>({
	visitorHasJavaScript: [false, { option: true }],

	openVisitor: async ({ browser, baseURL, visitorHasJavaScript: javaScriptEnabled }, use) => {
		const contexts: BrowserContext[] = [];
		await use(async () => {
			const viewport = { width: 360, height: 760 };
			const context = await browser.newContext({ baseURL, javaScriptEnabled, viewport });
			contexts.push(context);
			return context.newPage();
		});
		await Promise.all(contexts.map((context) => context.close()));
	},

	visitor: async ({ openVisitor }, use) => use(await openVisitor()),

	form: async ({ app, factories }, use) => {
		await factories.makePro(app);
		await use(
			await factories.createForm(app, {
				description: DEFAULT_DESCRIPTION,
				fields: defaultFields(),
			}),
		);
	},

	submission: async ({ form }, use) => use(await createVisit(form)),
});

/** Reads the captcha's sum off the page, types its result (or a wrong one) and sends it. */
export async function answerSum(page: Page, { wrong = false } = {}): Promise<void> {
	const question = page.getByLabel(/^What is \d+ \+ \d+/);
	await expect(question).toBeVisible();
	const sum = sumOf(await page.locator("label").innerText());
	await question.fill(String(Number(sum) + (wrong ? 1 : 0)));
	await page.getByRole("button", { name: "Send" }).click();
}

/** Opens the newest mail to an address once it has this subject, and stays on it. */
export async function openMail(page: Page, email: string, subject: string | RegExp): Promise<void> {
	await expect(async () => {
		await page.goto("/local/mailbox");
		const mail = page.locator("li", { hasText: `To ${email}` }).first();
		await expect(mail.getByRole("link")).toHaveText(subject, { timeout: 2_000 });
		await mail.getByRole("link").click({ timeout: 2_000 });
		await expect(page.getByRole("heading", { name: subject })).toBeVisible();
	}).toPass();
}

type VisitTraits = {
	name?: string;
	message?: string;
	verified?: boolean;
	/** When the visitor's session ends, in milliseconds from now; negative for an expired one. */
	sessionMs?: number;
	status?: "new" | "in_progress" | "resolved" | "closed";
};

/**
 * Creates a submission whose visitor has not requested a session link. Returns its address, the
 * path of its verification link, and the path of its conversation.
 */
export async function createVisit(form: TestForm, traits: VisitTraits = {}) {
	const [{ transaction }, { createSubmission }] = await Promise.all([
		import("#app/platform/db/db.server.ts"),
		import("../world/submission.ts"),
	]);
	const { name = "Ann", message = "It crashes when I water a plant." } = traits;
	const { verified = true, sessionMs = HOUR_MS, status } = traits;
	const submission = await createSubmission(form, { verified, name, message });
	const { id, email, token, verify } = submission;
	await transaction(async (tx) => {
		await tx.submissionLink.deleteMany({ where: { submissionId: id, purpose: "session" } });
		await tx.submission.update({ where: { id }, data: { status } });
	});
	if (verified) await endSession(id, sessionMs);
	const link = `/verify-submission?${new URLSearchParams(verify)}`;
	return { id, email, link, path: `/conversation/${token}` };
}

/** Stores "Message 1.", "Message 2.", … of the visitor's. */
export async function storeMessages(submissionId: string, count: number): Promise<void> {
	const { transaction } = await import("#app/platform/db/db.server.ts");
	const data = Array.from({ length: count }, (_, at) => ({
		submissionId,
		senderType: "user",
		message: `Message ${at + 1}.`,
		requestId: `message ${at + 1}`,
		createdAt: new Date(),
	}));
	await transaction((tx) => tx.message.createMany({ data }));
}

/** Sets the end of a visitor's session to `ms` milliseconds from now. */
export async function endSession(submissionId: string, ms: number): Promise<void> {
	const { transaction } = await import("#app/platform/db/db.server.ts");
	const sessionEndsAt = later(new Date(), ms);
	await transaction((tx) =>
		tx.submission.update({ where: { id: submissionId }, data: { sessionEndsAt } }),
	);
}

/** Opens what is folded away beside the reply box's buttons, unless it is open. */
export async function openTools(page: Page): Promise<void> {
	const tools = page.locator(".reply-tools");
	if ((await tools.getAttribute("open")) === null) await tools.locator("summary").first().click();
}
