import { beforeEach, describe, expect, test } from "vitest";
import type { AppAccess } from "#app/accounts/access.server.ts";
import { saveAccountName } from "#app/accounts/account-name/account-name.server.ts";
import { updateProfile } from "#app/accounts/profile.server.ts";
import { grantPlan } from "#app/admin/administration.server.ts";
import { renameApp, saveContactEmail, trashApp } from "#app/apps/app.server.ts";
import {
	closeDeletionPage,
	saveDeletionPage,
} from "#app/deletion-requests/deletion-page.server.ts";
import { CONTROL } from "#app/forms/visitor-form.ts";
import { paths } from "#app/paths.ts";
import { transaction } from "#app/platform/db/db.server.ts";
import { DAY_MS, later } from "#app/platform/time.ts";
import { type Answer, createClient, type Values } from "../../kit/http/client.ts";
import { namesOf, questionIn, sumOf } from "../../kit/http/visitor-form.ts";
import { freshEmail, mailTo } from "../../kit/mailed.ts";
import { serve } from "../../kit/process/serve.ts";
import { createApp } from "../../kit/world/app.ts";
import { deletionTexts, openDeletionPage } from "../../kit/world/deletion.ts";
import { createDocument } from "../../kit/world/document.ts";
import { createUser, type TestUser } from "../../kit/world/user.ts";
import { cookieOf } from "../../kit/world/world.ts";

const CONTACT = "hello@garden.example";

const server = serve();
const visitor = createClient(server);
let owner: TestUser;
let app: AppAccess;
let hub: string;
let path: string;

beforeEach(async () => {
	owner = await createUser();
	await updateProfile(owner, { full_name: "Ada Meadow", company: "" });
	app = await createApp(owner, "Pocket & Garden");
	await saveContactEmail(app, CONTACT);
	hub = `/${owner.accountName}/pocket-garden`;
	path = `${hub}/deletion`;
});

/** What stands on a page, without tags. */
function words({ text }: Answer): string {
	return text
		.replace(/<style>.*?<\/style>/s, "")
		.replace(/<[^>]*>/g, "")
		.replaceAll("&amp;", "&")
		.replaceAll("&#x27;", "'");
}

function ask(values: Record<string, string>, more: Values = {}) {
	return visitor.post(path, { ...namesOf(new Map(Object.entries(values))), ...more });
}

/** The answer to the question on a page. */
function solve({ text }: Answer): Values {
	return { [CONTROL.question]: questionIn(text), [CONTROL.answer]: sumOf(text) };
}

/** Google's own words for the page behind "Delete account URL", and what meets them. */
test.each([
	["must be functional", [/^\s*Delete your Pocket & Garden account and data/]],
	["reference the app or developer name", [/Pocket & Garden is made by Ada Meadow\./]],
	[
		"prominently feature the steps",
		[/In the app.*Open Settings › Account.*Here.*Tell us the e-mail/],
	],
	[
		"specify the types of data that are deleted",
		[/What is deletedYour name and addressYour notes/],
	],
	[
		"or kept, and any additional retention period",
		[/What is kept, and for how longInvoices, for ten/],
	],
])("Google's “%s” is met by the page", async (_rule, sentences) => {
	await openDeletionPage(app);
	const page = await visitor.get(path);
	expect([page.status, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
	for (const sentence of sentences) expect(words(page)).toMatch(sentence);
	expect(page.text).not.toContain("<script");
});

test("the page changes with its texts and the names on it, and the hub and the sitemap link it", async () => {
	expect((await visitor.get(hub)).text).not.toContain("/deletion");
	await openDeletionPage(app);
	const shown = async (address = path) => words(await visitor.get(address));
	for (let n = 0; n < 2; n += 1) expect(await shown()).toContain("has 30 days to delete");
	await saveDeletionPage(app, deletionTexts({ days: 1, revision: 1 }));
	expect(await shown()).toContain("Ada Meadow has 1 day to delete");
	await updateProfile(owner, { full_name: "Ada Meadow", company: "Meadow Ltd" });
	expect(await shown()).toContain("is made by Meadow Ltd.");
	await updateProfile(owner, { full_name: "", company: "" });
	expect(await shown()).toContain(`is made by ${owner.accountName}.`);
	expect((await visitor.get(hub)).text).toContain(`<a href="${path}">Delete account and data</a>`);
	const { deletion_url } = JSON.parse((await visitor.get(`${hub}.json`)).text);
	expect(deletion_url).toBe(server.url + path);
	expect((await visitor.get("/sitemap-apps.xml")).text).toContain(`${path}</loc>`);
	await closeDeletionPage(app);
	expect((await visitor.get(hub)).text).not.toContain(path);
	expect((await visitor.get("/sitemap-apps.xml")).text).not.toContain(path);
});

test.each(["free", "basic", "pro", "downgraded"] as const)(
	"somebody asks, proves the address and is told of the outcome, without scripts, on %s",
	async (plan) => {
		await grantPlan(owner.email, plan === "downgraded" ? "pro" : plan);
		await openDeletionPage(app, { offersPart: true, identifierLabel: "User name" });
		if (plan === "downgraded") await grantPlan(owner.email, "free");
		const email = freshEmail();
		const page = await visitor.get(path);
		expect(page.text).toMatch(/<legend>What shall be deleted\?<\/legend>/);
		expect(page.text).toMatch(/User name \(optional\)/);
		const values = { email, scope: "Some of my data; the account stays", note: "My photos" };
		const asked = await ask(values);
		expect([asked.status, words(asked)]).toEqual([
			200,
			expect.stringMatching(/What is \d+ \+ \d+/),
		]);
		const sent = await ask(values, solve(asked));
		expect([sent.status, sent.headers.location]).toEqual([303, expect.stringContaining("?sent=")]);
		const checkMail = await visitor.get(sent.headers.location ?? "");
		expect(words(checkMail)).toContain(`We sent the link to ${email}`);
		expect(checkMail.headers["cache-control"]).toBe("no-store");
		const [mail] = await mailTo(email);
		expect(mail?.text).not.toContain("My photos");
		const link = new URL(/http\S+verify-submission\?\S+/.exec(mail?.text ?? "")?.[0] ?? "");
		const { id = "", token = "" } = Object.fromEntries(link.searchParams);
		const opened = await visitor.post("/verify-submission", { id, token });
		expect([opened.status, opened.headers.location]).toEqual([
			303,
			expect.stringMatching(/^\/conversation\//),
		]);
		const [told] = await mailTo(email);
		expect(told?.subject).toBe("Your deletion request at Pocket & Garden");
		const status = /\/deletion-status\/\S+/.exec(told?.text ?? "")?.[0] ?? "";
		expect(words(await visitor.get(status))).toContain("To be done by");

		const desk = createClient(server, { cookie: await cookieOf(owner) });
		const list = await desk.get(paths.deletions.list(app));
		expect(list.text).toContain(email);
		const thread = /href="(\/admin\/conversation\/[^"]+)"/.exec(list.text)?.[1] ?? "";
		const done = /href="([^"]+\/done)"/.exec((await desk.get(thread)).text)?.[1] ?? "";
		expect((await desk.post(done, { text: "All of it.", shown: "" })).status).toBe(303);
		const [outcome] = await mailTo(email);
		expect(outcome?.subject).toBe("Deleted: your Pocket & Garden data");
		expect(words(await visitor.get(status))).toContain("Done on");
	},
);

test.each([
	["no address", { email: "" }, "E-mail address of your account is required"],
	["no real address", { email: "nobody" }, "Please enter a valid email address"],
	["a long note", { email: "a@b.example", note: "a".repeat(2_001) }, "at most 2000 characters"],
])("a request with %s is refused, and what was typed stays", async (_what, values, fault) => {
	await openDeletionPage(app);
	const answer = await ask({ note: "My photos", ...values });
	expect([answer.status, words(answer)]).toEqual([400, expect.stringContaining(fault)]);
	expect(answer.text).toContain("note" in values ? values.note : "My photos");
	expect(words(answer)).toContain("What is deleted");
});

test("three requests an hour of one address are taken, over all forms", async () => {
	await openDeletionPage(app);
	const email = freshEmail();
	const statuses = [];
	for (let n = 0; n < 4; n += 1) {
		const sent = await ask({ email }, solve(await ask({ email })));
		statuses.push(sent.status);
	}
	expect(statuses).toEqual([303, 303, 303, 429]);
});

describe("without an open page", () => {
	test.each([
		["never opened", async () => {}, "has no page for deletion requests."],
		[
			"closed",
			async () => {
				await openDeletionPage(app);
				await visitor.get(path);
				await closeDeletionPage(app);
			},
			"takes no deletion requests on this page any more.",
		],
	])("that was %s, the address says so with the contact line", async (_state, make, text) => {
		await make();
		for (let n = 0; n < 2; n += 1) {
			const answer = await visitor.get(path);
			expect(answer.status).toBe(404);
			expect(words(answer)).toContain(`Pocket & Garden ${text} You can write to ${CONTACT}.`);
		}
		const post = await ask({ email: "vera@example.com", note: "My photos" });
		expect(post.status).toBe(404);
		expect(words(post)).toMatch(/What you typed.*vera@example\.com.*My photos/s);
	});

	test("an app in the trash says for 30 days where to write, and what was typed", async () => {
		await openDeletionPage(app);
		await trashApp(owner, app.appId);
		const gone = "This app was taken down by its developer.";
		const answer = await visitor.get(path);
		expect([answer.status, words(answer)]).toEqual([
			410,
			expect.stringContaining(`${gone} You can write to ${CONTACT}.`),
		]);
		expect(words(await ask({ note: "My photos" }))).toMatch(/What you typed.*My photos/s);
		await transaction((tx) =>
			tx.app.update({
				where: { id: app.appId },
				data: { deletedAt: later(new Date(), -30 * DAY_MS) },
			}),
		);
		const late = await visitor.get(path);
		expect([late.status, words(late)]).toEqual([410, expect.not.stringContaining(CONTACT)]);
	});

	test("a document that had the address before keeps it", async () => {
		const { id } = await createDocument(app, { title: "How to leave" });
		await transaction((tx) => tx.document.update({ where: { id }, data: { slug: "deletion" } }));
		for (let n = 0; n < 2; n += 1) {
			expect((await visitor.get(path)).text).toContain('<h1 dir="auto">How to leave</h1>');
		}
	});
});

test("every mix of earlier names leads to the page, and a post comes along", async () => {
	await openDeletionPage(app);
	const account = `${owner.accountName}-b`;
	await renameApp(app, "Roof Garden");
	await saveAccountName(owner, account);
	const present = `/${account}/roof-garden/deletion`;
	for (const name of [owner.accountName, account]) {
		for (const slug of ["pocket-garden", "roof-garden"]) {
			const asked = `/${name}/${slug}/deletion`;
			const { status, headers } = await visitor.get(asked);
			const expected = asked === present ? [200, undefined] : [301, present];
			expect([asked, status, headers.location]).toEqual([asked, ...expected]);
		}
	}
	const post = await ask({ email: freshEmail() });
	expect([post.status, post.headers.location]).toEqual([308, present]);
});
