import { beforeEach, describe, expect, test } from "vitest";
import type { AppAccess } from "#app/accounts/access.server.ts";
import { saveAccountName } from "#app/accounts/account-name/account-name.server.ts";
import { accessForSession } from "#app/accounts/session.server.ts";
import { resolveApp, resolveForm, resolveOldForm } from "#app/addresses/address.server.ts";
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
import { FORMS_MAX_BYTES } from "#app/forms/form-limit.server.ts";
import { transaction } from "#app/platform/db/db.server.ts";
import { ChangedMeanwhile } from "#app/platform/revision.ts";
import { HOUR_MS } from "#app/platform/time.ts";
import { outcomeOf } from "../../kit/outcome.ts";
import { refusalOf } from "../../kit/refusal.ts";
import { withoutChange } from "../../kit/rows.ts";
import { stopClock } from "../../kit/stop-clock.ts";
import { createApp } from "../../kit/world/app.ts";
import { createConversation, submissionsOf, submitForm } from "../../kit/world/conversation.ts";
import { createDocument } from "../../kit/world/document.ts";
import { CONTACT_FIELDS, createContactForm, createField, openForm } from "../../kit/world/form.ts";
import { createUser, type TestUser } from "../../kit/world/user.ts";

let user: TestUser;
let account: string;
let app: AppAccess;

beforeEach(async () => {
	user = await createUser({ plan: "pro" });
	account = user.accountName ?? "";
	app = await createApp(user, "Pocket Garden");
});

function contentOf(title: string) {
	return { title, description: "", fields: CONTACT_FIELDS, request_id: crypto.randomUUID() };
}

async function slugOf(title: string): Promise<string> {
	return (await createContactForm(app, { title })).slug;
}

/** Saves over the present revision, unless the change says over which. */
async function save(
	formId: string,
	change: { title?: string; description?: string; answersByMail?: boolean; revision?: number },
) {
	const form = await readForm(app, formId);
	if (!form) throw new Error("The form is not there");
	const { title, description, fields, answersByMail, revision } = form;
	return updateForm(app, formId, {
		...{ title, description, fields, answersByMail, revision },
		...change,
	});
}

async function resolve(slug: string): Promise<string> {
	return outcomeOf(await resolveForm(account, "pocket-garden", slug));
}

async function resolveOld(formId: string): Promise<string> {
	return outcomeOf(await resolveOldForm(app.appId, formId));
}

function path(slug: string): string {
	return `/${account}/pocket-garden/forms/${slug}`;
}

function duplicate(title: string) {
	const message = `You already have a form with the title "${title}". Please choose a different title.`;
	return { message, field: "title" };
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
		expect(await resolveApp(account, "pocket-garden")).toMatchObject({
			page: { forms: [{ title: "Contact us", slug: "contact-us" }] },
		});
	});

	test("by the same page twice, one after the other or at once, makes one form", async () => {
		const content = contentOf("Contact");
		const made = await Promise.all(Array.from({ length: 8 }, () => publishForm(app, content)));
		expect(new Set(made.map(({ id }) => id)).size).toBe(1);
		expect(await listForms(app)).toMatchObject([{ title: "Contact", slug: "contact" }]);
	});

	test("again with a change, after the first answer was lost, keeps the change", async () => {
		const content = contentOf("Contact");
		const first = await publishForm(app, content);
		const changed = { ...content, title: "contact", description: "Write to us" };
		for (let press = 1; press <= 2; press += 1) {
			expect(await publishForm(app, changed)).toMatchObject({ id: first.id });
		}
		expect(await listForms(app)).toMatchObject([{ description: "Write to us", revision: 2 }]);
		const stale = { ...content, description: "Something else" };
		const refusal = await withoutChange(() => refusalOf(publishForm(app, stale)));
		expect(refusal.message).toMatch(/was changed in another window/);
	});

	test("again with another title makes another form, once", async () => {
		const content = contentOf("Contact");
		const first = await publishForm(app, content);
		const other = { ...content, title: "Bug report" };
		const made = await Promise.all([publishForm(app, other), publishForm(app, other)]);
		expect(new Set([first, ...made].map(({ id }) => id)).size).toBe(2);
		const titles = (await listForms(app)).map(({ title }) => title);
		expect(titles.toSorted()).toEqual(["Bug report", "Contact"]);
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
				const refusal = await withoutChange(() => refusalOf(publishForm(access, contentOf(title))));
				expect(refusal).toMatchObject(duplicate(title));
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
		expect(await resolveOld(id)).toBe(path("charlie"));
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
		await save(id, { description: "of a new tab" });
		const tab = { description: "of an old tab", revision: 1 };
		expect(await withoutChange(() => refusalOf(save(id, tab)))).toBeInstanceOf(ChangedMeanwhile);
		expect(await save(id, { ...tab, revision: 2 })).toBe(3);
		expect(await readForm(app, id)).toMatchObject({ revision: 3, description: "of an old tab" });
	});

	test("what is stored already changes nothing, however old the page is", async () => {
		const { id } = await createContactForm(app, { title: "Alpha" });
		await save(id, { description: "newer" });
		const same = { description: "newer", revision: 1 };
		expect(await withoutChange(() => save(id, same))).toBe(2);
	});

	test("turns answers by mail off and on again, which are on from the beginning", async () => {
		const { id } = await createContactForm(app, { title: "Contact" });
		const isOn = async () => (await readForm(app, id))?.answersByMail;
		expect(await isOn()).toBe(true);
		await save(id, { answersByMail: false });
		expect(await isOn()).toBe(false);
		await save(id, { description: "Another text" });
		expect(await isOn()).toBe(false);
		await save(id, { answersByMail: true });
		expect(await isOn()).toBe(true);
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
		for (const title of ["Contact us", "Contact"]) await save(second.id, { title });
		expect((await readForm(app, second.id))?.slug).toBe("contact");
	});

	test("refuses the title of another form, but not one's own in other letters", async () => {
		const { id } = await createContactForm(app, { title: "Alpha" });
		await createContactForm(app, { title: "Bravo" });
		expect(await refusalOf(save(id, { title: "bravo" }))).toMatchObject(duplicate("bravo"));
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
		const late = { title: "Late", description: "", fields: CONTACT_FIELDS, revision: 1 };
		for (const absent of [id, "unknown"]) {
			expect(await withoutChange(() => updateForm(app, absent, late))).toBeNull();
		}
	});
});

describe("an account's forms", () => {
	test("are saved 60 times an hour, and the next when the first is an hour old", async () => {
		const advance = stopClock();
		const { id } = await createContactForm(app);
		for (let n = 1; n < 60; n += 1) await save(id, { description: `Description ${n}` });
		const again = () => save(id, { description: "Once more" });
		const refusal = await withoutChange(() => refusalOf(again()));
		expect(refusal).toMatchObject({ status: 429, retryAfterSeconds: 3_600 });
		advance(HOUR_MS);
		expect(await again()).toBe(61);
	});

	test("take 20 MB together, deleted ones included", async () => {
		const { id } = await createContactForm(app, { title: "Large" });
		const fields = JSON.stringify(CONTACT_FIELDS).padEnd(FORMS_MAX_BYTES - 2_000);
		await transaction((tx) => tx.form.update({ where: { id }, data: { fields } }));
		await deleteForm(app, id);
		const refusal = await withoutChange(() => refusalOf(publishForm(app, contentOf("Small"))));
		expect(refusal?.message).toContain("Your forms take more than 20 MB together");
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
			expect(await resolveForm(account, "pocket-garden", slug)).toMatchObject(gone);
		}
		expect(await resolveOldForm(app.appId, form.id)).toEqual(gone);
		expect(await readForm(app, form.id)).toBeNull();
		expect(await listForms(app)).toEqual([]);
		expect(await findFormTitle(app, form.id)).toBe("Bravo");
		expect(await submissionsOf(app, form.id)).toMatchObject([{ id: conversation.id }]);
	});

	test("again, or by several clicks at once, is the same deletion", async () => {
		const { id } = await createContactForm(app, { title: "Alpha" });
		const titles = await Promise.all([deleteForm(app, id), deleteForm(app, id)]);
		expect(titles).toEqual(["Alpha", "Alpha"]);
		expect(await withoutChange(() => deleteForm(app, id))).toBe("Alpha");
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
			await withoutChange(async () => {
				for (const work of [publishForm(app, contentOf("Bravo")), save(id, { title: "Bravo" })]) {
					expect(await refusalOf(work)).toMatchObject({
						title: "Pro subscription required",
						message: "Forms are only available with a Pro subscription.",
					});
				}
			});
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
		const nobody = "nobody@example.com";
		await withoutChange(async () => {
			await expect(grantPlan(user.email, "constructor")).rejects.toThrow("free, basic, pro");
			await expect(grantRole(user.email, "king")).rejects.toThrow("super_admin, admin, support");
			await expect(grantPlan(nobody, "pro")).rejects.toThrow(nobody);
		});
	});
});

describe("a rename", () => {
	test("of the app or of the account counts the documents and the forms that move", async () => {
		await createDocument(app);
		const { id } = await createContactForm(app);
		await deleteForm(app, id);
		const other = await createApp(user, "Window Garden");
		for (const place of [app, app, other]) await createContactForm(place);
		expect(await renameApp(app, "Roof Garden")).toEqual({ documents: 1, forms: 2 });
		const moved = await saveAccountName(user, `renamed-${account}`);
		expect(moved).toEqual({ documents: 1, forms: 3 });
	});
});

test("the owner's list shows the newest update first, and counts only what was verified", async () => {
	const advance = stopClock();
	const older = await createContactForm(app, { title: "Older" });
	advance(1);
	await createContactForm(app, { title: "Newer" });
	await createConversation(app, older);
	await submitForm(app, older);
	const empty = { title: "Newer", verifiedSubmissions: 0 };
	const used = { title: "Older", verifiedSubmissions: 1 };
	expect(await listForms(app)).toMatchObject([empty, used]);
	advance(1);
	await save(older.id, { description: "newest" });
	expect(await listForms(app)).toMatchObject([used, empty]);
});
