import { expect, test, vi } from "vitest";
import { clock } from "#app/platform/clock.server.ts";
import { HOSTED_ENV } from "../../kit/process/hosted.ts";

const [OLD, NEW] = ["o".repeat(32), "n".repeat(32)];
const JANE = "jane@example.com";

/** Loads the app as a process with these secrets does, and runs what it does at its start. */
async function start(...secrets: string[]) {
	vi.resetModules();
	Object.assign(process.env, HOSTED_ENV, { SESSION_SECRET: secrets.join(" ") });
	const [{ sealAnewJob, readSecretChange }, outbox, inbound, marks, database, env] =
		await Promise.all([
			import("#app/platform/crypto/seal-anew.server.ts"),
			import("#app/platform/mail/outbox.server.ts"),
			import("#app/inbound-mail/mail-content.server.ts"),
			import("#app/platform/mail/undeliverable.sql.ts"),
			import("#app/platform/db/db.server.ts"),
			import("#app/platform/env/env.server.ts"),
		]);
	expect(env.env.secret).toBe(secrets[0]);
	const job = sealAnewJob([outbox.sealedMails, inbound.sealedContents]);
	const run = () => job.run({ key: "sealed rows", attempts: 1 });
	return { run, readSecretChange, ...outbox, ...inbound, ...marks, ...database };
}

test("a change of the secret in steps loses no mail and no mark of a mailbox, and says when it is over", async () => {
	const now = new Date("2026-03-01T12:00:00Z");
	clock.now = () => now;
	const before = await start(OLD);
	await before.run();
	expect(before.readSecretChange()).toBeNull();
	const content = { from: JANE, subject: "Hi", text: "Hello", rest: "", files: [], messageId: "" };
	await before.transaction(async (tx) => {
		before.markUndeliverable(tx, JANE, { kind: "bounce", reason: "Gone" });
		const email = { subject: "Hi", text: "Hello", html: "<p>Hello</p>" };
		await before.enqueueMail(tx, { dedupeKey: "one", kind: "test", to: JANE, email });
		await tx.inboundMail.create({
			data: {
				carrierId: "one",
				outcome: "held",
				sealedBody: before.sealContent(content),
				receivedAt: now,
			},
		});
	});
	const [{ id } = { id: "" }] = await before.listMail();
	await before.closeDatabase();

	const both = await start(NEW, OLD);
	expect((await both.findMail(id))?.text).toBe("Hello");
	expect(both.readUndeliverable(JANE)?.reason).toBe("Gone");
	expect(both.readSecretChange()).toEqual({ until: null });
	await both.run();
	const changed = both.readSecretChange();
	expect(changed?.until).toBeInstanceOf(Date);
	await both.run();
	expect(both.readSecretChange()).toEqual(changed);
	await both.closeDatabase();

	const after = await start(NEW);
	expect((await after.findMail(id))?.text).toBe("Hello");
	expect(after.readUndeliverable(JANE)?.reason).toBe("Gone");
	const [held] = await after.db.inboundMail.findMany({ select: { sealedBody: true } });
	const { unseal } = await import("#app/platform/crypto/seal.server.ts");
	expect(unseal("inbound mail", held?.sealedBody ?? new Uint8Array())).toContain("Hello");
	await after.closeDatabase();
});
