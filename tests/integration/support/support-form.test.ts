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
import { dumpDatabase } from "../../kit/dump-database.ts";
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
	const [act] = (await listActs(admin, { targetId: "", before: null })).rows;
	return act;
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
		const before = dumpDatabase();
		expect(await saveSupportForm(admin, sent)).toBe("updated");
		expect(await saveSupportForm(admin, await content())).toBe("updated");
		expect(dumpDatabase()).toEqual(before);
	});

	test("over another save is refused with its revision", async () => {
		const first = await content({ title: "First" });
		const second = await content({ title: "Second" });
		await saveSupportForm(admin, first);
		const before = dumpDatabase();
		const late = saveSupportForm(admin, second);
		await expect(late).rejects.toThrow(ChangedMeanwhile);
		await expect(late).rejects.toMatchObject({ status: 409, revision: first.revision + 1 });
		expect(dumpDatabase()).toEqual(before);
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
		expect(dumpDatabase().SupportForm).toHaveLength(1);
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
		const acts = dumpDatabase().AuditEntry?.length ?? 0;
		for (const isActive of [false, false, true, true]) {
			expect(await setSupportFormActive(admin, isActive)).toBe(true);
			expect((await readActiveSupportForm(null)) !== null).toBe(isActive);
		}
		expect(dumpDatabase().AuditEntry).toHaveLength(acts + 2);
		expect(await stored()).toMatchObject({ ...before, updatedAt: expect.any(Date) });
		expect(JSON.stringify(dumpDatabase().SupportSubmission)).toContain(id);
	});
});

describe("the settings of the support form", () => {
	async function faultsOf(traits: object) {
		const fields = defaultSupportFields().map((field) => ({
			...field,
			options: field.options.join("\n"),
		}));
		const result = supportFormSchema.safeParse({ ...(await content({ fields })), ...traits });
		return result.error?.issues.map(({ message }) => message) ?? [];
	}

	test.each([
		[{}, []],
		[{ title: "  " }, ["Form title is required"]],
		[{ title: undefined }, ["Form title is required"]],
		[{ fields: [] }, ["At least one field is required"]],
		[{ fields: undefined }, ["At least one field is required"]],
		[{ notification_email: " " }, ["Notification email is required to receive form submissions"]],
		[{ notification_email: "desk" }, ["Please enter a valid notification email address"]],
		[
			{ notification_email: "a@example.com, b@example.com" },
			["Please enter a valid notification email address"],
		],
		[{ auto_reply_enabled: undefined, auto_reply_template: "" }, []],
		[
			{ auto_reply_enabled: true, auto_reply_template: " \n" },
			["Please write the automatic reply, or turn it off."],
		],
	])("%j have these faults: %j", async (traits, faults) => {
		expect(await faultsOf(traits)).toEqual(faults);
	});

	test("need an email field, whose answer is always required", async () => {
		const [name, email] = defaultSupportFields().map((field) => ({ ...field, options: "" }));
		expect(await faultsOf({ fields: [name] })).toEqual(["Form must have at least one email field"]);
		const sent = { ...(await content()), fields: [{ ...email, required: undefined }] };
		expect(supportFormSchema.parse(sent).fields[0]).toMatchObject({ required: true });
	});
});
