import { beforeEach, describe, expect, test } from "vitest";
import type { AdminAccess } from "#app/accounts/access.server.ts";
import { listActs } from "#app/admin/audit.server.ts";
import { transaction } from "#app/platform/db/db.server.ts";
import { ChangedMeanwhile } from "#app/platform/revision.ts";
import {
	readActiveSupportForm,
	readSupportForm,
	saveSupportForm,
	setSupportFormActive,
} from "#app/support/support-form.server.ts";
import { supportFormSchema } from "#app/support/support-form.ts";
import { defaultSupportFields } from "#app/support/support-form-rules.ts";
import { faultsOf } from "../../kit/faults.ts";
import { readDatabase } from "../../kit/read-database.ts";
import { refusalOf } from "../../kit/refusal.ts";
import { withoutChange } from "../../kit/rows.ts";
import { stopClock } from "../../kit/stop-clock.ts";
import { createAdmin } from "../../kit/world/admin.ts";
import { createSupportSubmission } from "../../kit/world/support.ts";

let admin: AdminAccess;

beforeEach(async () => {
	stopClock();
	admin = await createAdmin("admin");
});

async function stored() {
	const form = await readSupportForm(admin);
	if (!form) throw new Error("There is no form");
	return form;
}

async function content(traits: object = {}) {
	const { title, description, fields, revision, notificationEmail, ...form } = await stored();
	return {
		title,
		description,
		fields,
		notification_email: notificationEmail ?? "desk@example.com",
		auto_reply_enabled: form.autoReplyEnabled,
		auto_reply_template: form.autoReplyTemplate,
		revision,
		...traits,
	};
}

async function lastAct() {
	return (await listActs(admin, { targetId: "", before: null })).rows[0];
}

describe("saving the support form", () => {
	test("changes what people see and where it is mailed, and says so in the audit log", async () => {
		const fields = defaultSupportFields().slice(1);
		const sent = await content({
			title: "Write to us",
			fields,
			notification_email: "team@example.com",
			auto_reply_enabled: false,
		});
		expect(await saveSupportForm(admin, sent)).toBe("updated");
		expect(await stored()).toMatchObject({
			title: "Write to us",
			fields,
			notificationEmail: "team@example.com",
			autoReplyEnabled: false,
			isActive: true,
			revision: sent.revision + 1,
		});
		expect(await readActiveSupportForm(null)).toMatchObject({ title: "Write to us", fields });
		expect(await lastAct()).toMatchObject({
			actorEmail: admin.email,
			action: "update_support_form",
			summary:
				"Changed the support form: title, fields, notification email, whether it replies by itself.",
		});
	});

	test("again, or with nothing changed, writes nothing", async () => {
		const sent = await content({ title: `Twice ${crypto.randomUUID()}` });
		await saveSupportForm(admin, sent);
		for (const again of [sent, await content()]) {
			expect(await withoutChange(() => saveSupportForm(admin, again))).toBe("updated");
		}
	});

	test("over another save is refused with its revision", async () => {
		const first = await content({ title: "First" });
		const second = await content({ title: "Second" });
		await saveSupportForm(admin, first);
		const late = await withoutChange(() => refusalOf(saveSupportForm(admin, second)));
		expect(late).toBeInstanceOf(ChangedMeanwhile);
		expect(late).toMatchObject({ status: 409, revision: first.revision + 1 });
		const anyway = { ...second, revision: first.revision + 1 };
		expect(await saveSupportForm(admin, anyway)).toBe("updated");
	});

	test("where there is none makes one that is active, and a double click makes one", async () => {
		const sent = { ...(await content()), revision: 0 };
		await transaction((tx) => tx.supportForm.deleteMany());
		expect(await readSupportForm(admin)).toBeNull();
		expect(await readActiveSupportForm(null)).toBeNull();
		const both = [saveSupportForm(admin, sent), saveSupportForm(admin, sent)];
		expect(await Promise.all(both)).toEqual(["created", "created"]);
		expect(readDatabase().SupportForm).toHaveLength(1);
		expect(await stored()).toMatchObject({ isActive: true, revision: 1 });
		expect(await lastAct()).toMatchObject({ action: "create_support_form" });
		const other = saveSupportForm(admin, { ...sent, title: "Another" });
		await expect(other).rejects.toThrow(ChangedMeanwhile);
	});
});

describe("closing the support form", () => {
	test("can be undone, keeps what was sent, and each is one act", async () => {
		const { id } = await createSupportSubmission();
		const before = await stored();
		const acts = readDatabase().AuditEntry?.length ?? 0;
		for (const isActive of [false, false, true, true]) {
			expect(await setSupportFormActive(admin, isActive)).toBe(true);
			expect((await readActiveSupportForm(null)) !== null).toBe(isActive);
		}
		expect(readDatabase().AuditEntry).toHaveLength(acts + 2);
		expect(await stored()).toMatchObject({ ...before, updatedAt: expect.any(Date) });
		expect(JSON.stringify(readDatabase().SupportSubmission)).toContain(id);
	});
});

describe("the settings of the support form", () => {
	const fields = defaultSupportFields().map((field) => ({ ...field, options: "" }));
	const [name, email] = fields;
	const noTitle = "Form title is required";
	const noFields = "At least one field is required";
	const noEmail = "Notification email is required to receive form submissions";
	const badEmail = "Please enter a valid notification email address";
	const noReply = "Please write the automatic reply, or turn it off.";

	test.each([
		[{}],
		[{ title: "  " }, noTitle],
		[{ title: undefined }, noTitle],
		[{ fields: [] }, noFields],
		[{ fields: undefined }, noFields],
		[{ fields: [name] }, "Form must have at least one email field"],
		[{ notification_email: " " }, noEmail],
		[{ notification_email: "desk" }, badEmail],
		[{ notification_email: "a@example.com, b@example.com" }, badEmail],
		[{ auto_reply_enabled: undefined, auto_reply_template: "" }],
		[{ auto_reply_enabled: true, auto_reply_template: " \n" }, noReply],
	] as [object, string?][])("%j have this fault: %s", async (traits, fault) => {
		const sent = { ...(await content({ fields })), ...traits };
		expect(faultsOf(supportFormSchema, sent)).toEqual(fault ? [fault] : []);
	});

	test("make the answer of the email field required", async () => {
		const sent = { ...(await content()), fields: [{ ...email, required: undefined }] };
		expect(supportFormSchema.parse(sent).fields[0]).toMatchObject({ required: true });
	});
});
