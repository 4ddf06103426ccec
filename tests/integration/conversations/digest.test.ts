import { beforeEach, expect, test } from "vitest";
import type { AppAccess } from "#app/accounts/access.server.ts";
import { trashApp } from "#app/apps/app.server.ts";
import { digestJob, saveNotifications } from "#app/conversations/inbox/notifications.server.ts";
import { clock } from "#app/platform/clock.server.ts";
import { transaction } from "#app/platform/db/db.server.ts";
import { enqueueJob, runDueJobs } from "#app/platform/jobs/job.server.ts";
import { DAY_MS, HOUR_MS } from "#app/platform/time.ts";
import { mailTo } from "../../kit/mailed.ts";
import { stopClock } from "../../kit/stop-clock.ts";
import {
	ask,
	createConversation,
	createDesk,
	reply,
	submitForm,
} from "../../kit/world/conversation.ts";
import type { TestForm } from "../../kit/world/form.ts";
import type { TestUser } from "../../kit/world/user.ts";

let owner: TestUser;
let app: AppAccess;
let form: TestForm;
let advance: (ms: number) => void;

beforeEach(async () => {
	// Eight o'clock: the next digest is due in 23 hours.
	advance = stopClock();
	await transaction((tx) => tx.job.deleteMany({ where: { kind: "digest" } }));
	({ owner, app, form } = await createDesk());
});

function runDigests(): Promise<number> {
	return runDueJobs(digestJob, (error) => expect(error).toBeUndefined());
}

async function subjects(): Promise<string[]> {
	return (await mailTo(owner.email)).map(({ subject }) => subject).toReversed();
}

test("one mail a day tells what waits, and none comes while nothing does", async () => {
	await saveNotifications(owner, "daily");
	const ann = await createConversation(app, form, { name: "Ann <b>", message: "Where is\nit?" });
	const bob = await createConversation(app, form, { name: "Bob" });
	await submitForm(app, form, { name: "Nobody", message: "unverified" });
	await ask(bob, "And another thing");
	expect(await subjects()).toEqual([]);
	advance(23 * HOUR_MS - 1);
	expect(await runDigests()).toBe(0);
	advance(1);
	expect(await runDigests()).toBe(1);
	const [mail] = await mailTo(owner.email);
	expect(mail).toMatchObject({ subject: "2 messages wait for your reply" });
	expect(mail?.text).toContain(
		`Ann <b> (${ann.email}), through "Contact" of Pocket Garden, 23 h ago:\nWhere is\nit?`,
	);
	expect(mail?.text).toContain(`Bob (${bob.email})`);
	expect(mail?.text).toContain("And another thing");
	expect(mail?.text).toMatch(/\/messages\?show=waiting\n.*\/settings\/notifications/s);
	expect(mail?.text).not.toContain("unverified");
	expect(mail?.html).toContain("Ann &lt;b&gt;");
	await reply(owner, ann, "Here.");
	advance(DAY_MS);
	await runDigests();
	await reply(owner, bob, "Yes.");
	advance(DAY_MS);
	await runDigests();
	const all = ["2 messages wait for your reply", "1 message waits for your reply"];
	expect(await subjects()).toEqual(all);
	await createConversation(app, form);
	await trashApp(owner, app.appId);
	advance(DAY_MS);
	await runDigests();
	expect(await subjects()).toEqual(all);
});

test("a digest is mailed once, by several workers and after a crash", async () => {
	await saveNotifications(owner, "daily");
	await createConversation(app, form);
	advance(23 * HOUR_MS);
	await Promise.all([runDigests(), runDigests()]);
	// A worker that was killed after the mail was stored left the job as it was.
	await transaction(async (tx) =>
		enqueueJob(tx, digestJob, { key: owner.userId, dueAt: clock.now() }),
	);
	expect(await runDigests()).toBe(1);
	expect(await subjects()).toHaveLength(1);
});

test("who asks for no mail gets none, and each message at once where that is asked for", async () => {
	await saveNotifications(owner, "daily");
	await saveNotifications(owner, "none");
	await createConversation(app, form);
	advance(DAY_MS);
	await runDigests();
	expect(await subjects()).toEqual([]);
	await saveNotifications(owner, "each");
	await createConversation(app, form);
	expect(await subjects()).toEqual(["Vera Visitor wrote to Pocket Garden"]);
});
