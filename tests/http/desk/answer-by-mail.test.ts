import { expect, test } from "vitest";
import { createClient } from "../../kit/http/client.ts";
import { serve } from "../../kit/process/serve.ts";
import { rowsOf } from "../../kit/rows.ts";
import { createSubmission } from "../../kit/world/submission.ts";
import { createWorld } from "../../kit/world/world.ts";

const server = serve();

/** A closed session's conversation with the owner's reply, and its mail in the local mailbox. */
async function mailed() {
	const world = await createWorld();
	const talk = await createSubmission(world.form, { open: false });
	const owner = createClient(server, { cookie: world.cookie });
	const message = { message: "Which shed?", request_id: crypto.randomUUID() };
	expect((await owner.post(`/admin/conversation/${talk.id}`, message)).status).toBe(303);
	const list = await owner.get("/local/mailbox");
	for (const [, id] of list.text.matchAll(/href="\/local\/mailbox\/([^"]+)"/g)) {
		const page = await owner.get(`/local/mailbox/${id}`);
		if (page.text.includes(talk.email) && page.text.includes("Which shed?")) {
			return { talk, owner, path: `/local/mailbox/${id}`, page, appId: world.app.appId };
		}
	}
	throw new Error("The reply is not in the mailbox");
}

test("a mail in the local mailbox is answered as by whoever one chooses", async () => {
	const { talk, owner, path, page, appId } = await mailed();
	expect(page.text).toContain("Answer this mail");
	for (const as of ["recipient", "other", "automatic", "forged"]) {
		const answer = await owner.post(path, { text: `The red one, says ${as}.`, as });
		expect([answer.status, answer.headers.location]).toEqual([303, `${path}?answered`]);
	}
	expect((await owner.get(`${path}?answered`)).text).toContain("Your answer was delivered.");
	const outcomes = rowsOf("InboundMail", talk.id).map(({ outcome, reason }) => [outcome, reason]);
	expect(outcomes).toEqual([
		["added", ""],
		["held", "another-address"],
		["automatic", ""],
		["held", "unproved"],
	]);
	const [, words] = rowsOf("Message", talk.id);
	expect(words).toMatchObject({ via: "mail", message: "The red one, says recipient." });
	expect(words?.rest).toContain("> Which shed?");
	const thread = await owner.get(`/admin/conversation/${talk.id}`);
	expect(thread.text).toContain(" · by mail");
	expect(thread.text).toContain("<summary>Show what was cut</summary>");
	expect(thread.text).toMatch(/Automatic reply from <!-- --><bdi>|Automatic reply from <bdi>/);
	expect(thread.text).toContain("The red one, says automatic.");
	expect(thread.text).not.toContain("The red one, says forged.");
	const file = await owner.get(`/app/${appId}/forms/submissions/export?format=json`);
	const [exported] = JSON.parse(file.text).filter(({ id }: { id: string }) => id === talk.id);
	expect(exported.messages).toMatchObject([
		{ message: "Which shed?", via: "page" },
		{ message: "The red one, says recipient.", via: "mail", cut_off: words?.rest },
	]);
	expect(file.text).not.toMatch(/says (?:forged|automatic|other)/);
	const unknown = await owner.post(path, { text: "Hello", as: "king" });
	expect(unknown.status).toBe(404);
});
