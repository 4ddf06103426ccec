import { beforeEach, describe, expect, test } from "vitest";
import type { AppAccess } from "#app/accounts/access.server.ts";
import { saveAccountName } from "#app/accounts/account-name.server.ts";
import { accessForSession } from "#app/accounts/session.server.ts";
import {
	type Resolved,
	resolveApp,
	resolveForm,
	resolveOldForm,
} from "#app/addresses/address.server.ts";
import { grantPlan, grantRole } from "#app/admin/administration.server.ts";
import { renameApp, trashApp } from "#app/apps/app.server.ts";
import { planOf } from "#app/billing/plan.server.ts";
import {
	deleteForm,
	findFormTitle,
	listForms,
	publishForm,
	readForm,
	updateForm,
} from "#app/forms/form.server.ts";
import { ChangedMeanwhile } from "#app/platform/revision.ts";
import { dumpDatabase } from "../../kit/dump-database.ts";
import { refusalOf } from "../../kit/refusal.ts";
import { stopClock } from "../../kit/stop-clock.ts";
import { createApp } from "../../kit/world/app.ts";
import { createConversation, submissionsOf, submitForm } from "../../kit/world/conversation.ts";
import { createDocument } from "../../kit/world/document.ts";
import { CONTACT_FIELDS, createContactForm, createField, openForm } from "../../kit/world/form.ts";
import { createUser, makePro, type TestUser } from "../../kit/world/user.ts";

let user: TestUser;
let app: AppAccess;

beforeEach(async () => {
	user = await createUser();
	await makePro(user);
	app = await createApp(user, "Pocket Garden");
});

function contentOf(title: string) {
	return { title, description: "", fields: CONTACT_FIELDS, request_id: crypto.randomUUID() };
}

async function slugOf(title: string): Promise<string> {
	return (await createContactForm(app, { title })).slug;
}

async function save(formId: string, change: { title?: string; description?: string }) {
	const form = await readForm(app, formId);
	if (!form) throw new Error("The form is not there");
	const { title, description, fields, revision } = form;
	return updateForm(app, formId, { title, description, fields, revision, ...change });
}

async function resolve(slug: string, { account = user.accountName ?? "", appSlug = "" } = {}) {
	return outcomeOf(await resolveForm(account, appSlug || "pocket-garden", slug));
}

function outcomeOf(resolved: Resolved<unknown>): string {
	return resolved.outcome === "moved" ? resolved.path : resolved.outcome;
}

function path(slug: string): string {
	return `/${user.accountName}/pocket-garden/forms/${slug}`;
}

describe("publishing", () => {
	test("opens the form at its address as it was built", async () => {
		const fields = [
			...CONTACT_FIELDS,
			createField({ id: "__proto__", type: "select", options: ["A", "B"] }),
		];
		const form = await createContactForm(app, { title: "Contact us", description: "Ask.", fields });
		expect(form.path).toBe(path("contact-us"));
		expect(await openForm(app, "contact-us")).toMatchObject({
			id: form.id,
			title: "Contact us",
			description: "Ask.",
			revision: 1,
			isAccepting: true,
			fields,
		});
		const hub = await resolveApp(user.accountName ?? "", "pocket-garden");
		expect(hub).toMatchObject({ page: { forms: [{ title: "Contact us", slug: "contact-us" }] } });
	});

	test("by the same page twice, one after the other or at once, makes one form", async () => {
		const content = contentOf("Contact");
		const made = await Promise.all(Array.from({ length: 8 }, () => publishForm(app, content)));
		made.push(await publishForm(app, { ...content, title: "Changed since" }));
		expect(new Set(made.map(({ id }) => id)).size).toBe(1);
		expect(await listForms(app)).toMatchObject([{ title: "Contact", slug: "contact" }]);
	});

	test("gives a slug that is taken -1, -2, …, in each app for itself", async () => {
		expect(await slugOf("Contact")).toBe("contact");
		expect(await slugOf("Contact!")).toBe("contact-1");
		expect(await slugOf("(contact)")).toBe("contact-2");
		app = await createApp(user, "Window Garden");
		expect(await slugOf("Contact?")).toBe("contact");
	});

	test("a title without a letter for a slug is at form, form-1, …", async () => {
		expect(await slugOf("お問い合わせ")).toBe("form");
		expect(await slugOf("质询")).toBe("form-1");
	});

	test.each(["Contact", "  CONTACT ", "ｃontact"])(
		"refuses %j beside Contact, in any app of the same user",
		async (title) => {
			await createContactForm(app, { title: "Contact" });
			const other = await createApp(user, "Window Garden");
			for (const access of [app, other]) {
				const before = dumpDatabase();
				const refusal = await refusalOf(publishForm(access, contentOf(title)));
				expect(refusal.message).toBe(
					`You already have a form with the title "${title}". Please choose a different title.`,
				);
				expect(refusal.field).toBe("title");
				expect(dumpDatabase()).toEqual(before);
			}
		},
	);

	test("of one title at once succeeds once", async () => {
		const work = await Promise.allSettled(
			Array.from({ length: 5 }, () => publishForm(app, contentOf("Contact"))),
		);
		expect(work.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
		expect(await listForms(app)).toHaveLength(1);
	});

	test("a title that another user has is free", async () => {
		await createContactForm(app, { title: "Contact" });
		const other = await createApp(await createUser(), "Pocket Garden");
		expect((await createContactForm(other, { title: "Contact" })).slug).toBe("contact");
	});
});

describe("saving", () => {
	test("keeps every earlier address leading to the newest", async () => {
		const { id } = await createContactForm(app, { title: "Alpha" });
		expect(await save(id, { title: "Bravo" })).toBe(2);
		expect(await save(id, { title: "Charlie" })).toBe(3);
		expect(await resolve("alpha")).toBe(path("charlie"));
		expect(await resolve("bravo")).toBe(path("charlie"));
		expect(await resolve("charlie")).toBe("found");
		expect(outcomeOf(await resolveOldForm(app.appId, id))).toBe(path("charlie"));
		expect(await save(id, { title: "Alpha" })).toBe(4);
		expect(await resolve("alpha")).toBe("found");
		expect(await resolve("charlie")).toBe(path("alpha"));
	});

	test("gives an earlier address to one's own next form that asks for it", async () => {
		const { id } = await createContactForm(app, { title: "Alpha" });
		await save(id, { title: "Bravo" });
		const next = await createContactForm(app, { title: "Alpha" });
		expect((await openForm(app, "alpha")).id).toBe(next.id);
	});

	test("over what another tab saved is refused, and changes nothing", async () => {
		const { id } = await createContactForm(app, { title: "Alpha" });
		const { fields } = await openForm(app, "alpha");
		const tab = { title: "Alpha", description: "of an old tab", fields, revision: 1 };
		await save(id, { description: "of a new tab" });
		const before = dumpDatabase();
		await expect(updateForm(app, id, tab)).rejects.toBeInstanceOf(ChangedMeanwhile);
		expect(dumpDatabase()).toEqual(before);
		expect(await updateForm(app, id, { ...tab, revision: 2 })).toBe(3);
		expect(await readForm(app, id)).toMatchObject({ revision: 3, description: "of an old tab" });
	});

	test("what is stored already changes nothing, however old the page is", async () => {
		const { id } = await createContactForm(app, { title: "Alpha" });
		await save(id, { description: "newer" });
		const before = dumpDatabase();
		const same = { title: "Alpha", description: "newer", fields: CONTACT_FIELDS };
		expect(await updateForm(app, id, { ...same, revision: 1 })).toBe(2);
		expect(dumpDatabase()).toEqual(before);
	});

	test("moves the address with the title only, also where a shorter one has become free", async () => {
		const first = await createContactForm(app, { title: "Contact" });
		const second = await createContactForm(app, { title: "Contact!" });
		expect(second.slug).toBe("contact-1");
		await deleteForm(app, first.id);
		await save(second.id, { description: "newer" });
		expect((await readForm(app, second.id))?.slug).toBe("contact-1");
		await save(second.id, { title: "Contact?" });
		expect((await readForm(app, second.id))?.slug).toBe("contact-1");
		await save(second.id, { title: "Contact us" });
		await save(second.id, { title: "Contact" });
		expect((await readForm(app, second.id))?.slug).toBe("contact");
	});

	test("refuses the title of another form, but not one's own in other letters", async () => {
		const { id } = await createContactForm(app, { title: "Alpha" });
		await createContactForm(app, { title: "Bravo" });
		expect((await refusalOf(save(id, { title: "bravo" }))).message).toBe(
			'You already have a form with the title "bravo". Please choose a different title.',
		);
		expect(await save(id, { title: "ALPHA" })).toBe(2);
		expect(await resolve("alpha")).toBe("found");
	});

	test("an app in the trash leaves its forms' titles to the next app", async () => {
		await createContactForm(app, { title: "Pocket Garden Support Form" });
		await trashApp(user, app.appId);
		const next = await createApp(user, "Pocket Garden");
		const form = await createContactForm(next, { title: "Pocket Garden Support Form" });
		expect(form.slug).toBe("pocket-garden-support-form");
	});

	test("an unknown or a deleted form returns null", async () => {
		const { id } = await createContactForm(app, { title: "Alpha" });
		await deleteForm(app, id);
		const before = dumpDatabase();
		const late = { title: "Late", description: "", fields: CONTACT_FIELDS, revision: 1 };
		expect(await updateForm(app, id, late)).toBeNull();
		expect(await updateForm(app, "unknown", late)).toBeNull();
		expect(dumpDatabase()).toEqual(before);
	});
});

describe("deleting", () => {
	test("takes the form down at all of its addresses, and keeps its submissions", async () => {
		const form = await createContactForm(app, { title: "Alpha" });
		await save(form.id, { title: "Bravo" });
		const conversation = await createConversation(app, { slug: "bravo" });
		expect(await deleteForm(app, form.id)).toBe("Bravo");
		const gone = { outcome: "gone", text: "This form was taken down by its developer." };
		for (const slug of ["alpha", "bravo"]) {
			expect(await resolveForm(user.accountName ?? "", "pocket-garden", slug)).toEqual(gone);
		}
		expect(await resolveOldForm(app.appId, form.id)).toEqual(gone);
		expect(await readForm(app, form.id)).toBeNull();
		expect(await listForms(app)).toEqual([]);
		expect(await findFormTitle(app, form.id)).toBe("Bravo");
		expect(await submissionsOf(app, form.id)).toMatchObject([{ id: conversation.id }]);
	});

	test("again, or by several clicks at once, is the same deletion", async () => {
		const { id } = await createContactForm(app, { title: "Alpha" });
		expect(await Promise.all([deleteForm(app, id), deleteForm(app, id)])).toEqual([
			"Alpha",
			"Alpha",
		]);
		const before = dumpDatabase();
		expect(await deleteForm(app, id)).toBe("Alpha");
		expect(dumpDatabase()).toEqual(before);
		expect(await deleteForm(app, "unknown")).toBeNull();
	});

	test("frees the title and the address, as often as one likes", async () => {
		for (let round = 0; round < 3; round += 1) {
			const form = await createContactForm(app, { title: "Alpha" });
			expect(form.slug).toBe("alpha");
			expect((await openForm(app, "alpha")).id).toBe(form.id);
			await deleteForm(app, form.id);
			expect(await resolve("alpha")).toBe("gone");
		}
	});
});

describe("a plan without forms", () => {
	test.each(["free", "basic"])(
		"%s refuses to publish and to save, in these words",
		async (plan) => {
			const { id } = await createContactForm(app, { title: "Alpha" });
			await grantPlan(user.email, plan);
			const before = dumpDatabase();
			for (const work of [publishForm(app, contentOf("Bravo")), save(id, { title: "Bravo" })]) {
				expect(await refusalOf(work)).toMatchObject({
					title: "Pro subscription required",
					message: "Forms are only available with a Pro subscription.",
				});
			}
			expect(dumpDatabase()).toEqual(before);
		},
	);

	test("keeps what there is readable, and deletes it when asked to", async () => {
		const { id } = await createContactForm(app, { title: "Alpha" });
		await createConversation(app, { slug: "alpha" });
		await grantPlan(user.email, "free");
		expect(await openForm(app, "alpha")).toMatchObject({ isAccepting: false });
		expect(await readForm(app, id)).toMatchObject({ title: "Alpha" });
		expect(await listForms(app)).toMatchObject([{ verifiedSubmissions: 1 }]);
		expect(await submissionsOf(app)).toHaveLength(1);
		expect(await deleteForm(app, id)).toBe("Alpha");
	});

	test("answers a publishing that was made already, since nothing new is made", async () => {
		const content = contentOf("Alpha");
		const made = await publishForm(app, content);
		await grantPlan(user.email, "free");
		expect(await publishForm(app, content)).toEqual(made);
	});
});

describe("the operator", () => {
	test("grants plans and roles by the address in any case, and takes a plan back", async () => {
		expect(await grantPlan(` ${user.email.toUpperCase()} `, "basic")).toContain("Basic");
		expect(await planOf(user)).toMatchObject({ id: "basic", hasForms: false });
		await grantPlan(user.email, "free");
		expect(await planOf(user)).toMatchObject({ id: "free" });
		await grantRole(user.email, "support");
		expect(await accessForSession(user.token)).toMatchObject({ adminRole: "support" });
	});

	test("is told what is wrong, and nothing changes", async () => {
		const before = dumpDatabase();
		await expect(grantPlan(user.email, "constructor")).rejects.toThrow("free, basic, pro");
		await expect(grantRole(user.email, "king")).rejects.toThrow("super_admin, admin, support");
		await expect(grantPlan("nobody@example.com", "pro")).rejects.toThrow("nobody@example.com");
		expect(dumpDatabase()).toEqual(before);
	});
});

describe("a rename", () => {
	test("of the app or of the account counts the documents and the forms that move", async () => {
		await createDocument(app);
		const deleted = await createContactForm(app);
		await deleteForm(app, deleted.id);
		await createContactForm(app);
		await createContactForm(app);
		const other = await createApp(user, "Window Garden");
		await createContactForm(other);
		expect(await renameApp(app, "Roof Garden")).toEqual({ documents: 1, forms: 2 });
		expect(await saveAccountName(user, `renamed-${user.accountName}`)).toEqual({
			documents: 1,
			forms: 3,
		});
	});

	test("leaves any mix of earlier segments leading to the form", async () => {
		const { id } = await createContactForm(app, { title: "Alpha" });
		await save(id, { title: "Bravo" });
		await renameApp(app, "Roof Garden");
		const accounts = [user.accountName ?? "", `new-${user.accountName}`];
		await saveAccountName(user, accounts[1] ?? "");
		const present = `/${accounts[1]}/roof-garden/forms/bravo`;
		const outcomes = [];
		for (const account of accounts)
			for (const appSlug of ["pocket-garden", "roof-garden"])
				for (const slug of ["alpha", "bravo"])
					outcomes.push(await resolve(slug, { account, appSlug }));
		expect(outcomes).toEqual([...Array(7).fill(present), "found"]);
		expect(outcomeOf(await resolveOldForm(app.appId, id))).toBe(present);
	});

	test("makes no address that was never there, nor one in another's app", async () => {
		await createContactForm(app, { title: "Alpha" });
		expect(await resolveForm(user.accountName ?? "", "pocket-garden", "other")).toEqual({
			outcome: "missing",
			text: "Form not found",
		});
		expect(outcomeOf(await resolveOldForm(app.appId, "unknown"))).toBe("missing");
		const strangers = await createApp(await createUser(), "Pocket Garden");
		const theirs = await createContactForm(strangers, { title: "Theirs" });
		expect(await resolve("theirs")).toBe("missing");
		expect(outcomeOf(await resolveOldForm(app.appId, theirs.id))).toBe("missing");
	});

	test("into the trash takes the app's forms down with it", async () => {
		const { id } = await createContactForm(app, { title: "Alpha" });
		await trashApp(user, app.appId);
		expect(await resolve("alpha")).toBe("gone");
		expect(outcomeOf(await resolveOldForm(app.appId, id))).toBe("gone");
	});
});

describe("the owner's list", () => {
	test("shows the newest update first, and counts only what was verified", async () => {
		const advance = stopClock();
		const older = await createContactForm(app, { title: "Older" });
		advance(1);
		await createContactForm(app, { title: "Newer" });
		await createConversation(app, older);
		await submitForm(app, older);
		const counts = async () =>
			(await listForms(app)).map((form) => [form.title, form.verifiedSubmissions]);
		expect(await counts()).toEqual([
			["Newer", 0],
			["Older", 1],
		]);
		advance(1);
		await save(older.id, { description: "newest" });
		expect((await counts())[0]).toEqual(["Older", 1]);
	});
});
