import { expect, test, vi } from "vitest";

const [OLD, NEW] = ["o".repeat(32), "n".repeat(32)];

/** Loads a module as a process with these secrets does. */
async function withSecrets<Module>(
	[secret, formerSecret]: string[],
	load: () => Promise<Module>,
): Promise<Module> {
	vi.resetModules();
	vi.doMock("#app/platform/env/env.server.ts", () => ({
		env: {
			secret,
			formerSecret: formerSecret ?? null,
			appUrl: "https://a.example",
			mode: "hosted",
			inbound: { domain: "in.a.example" },
		},
	}));
	return load();
}

const seals = (...secrets: string[]) => withSecrets(secrets, () => import("./seal.server.ts"));

test("what the old secret sealed and signed holds while there are two, and then no more", async () => {
	const before = await seals(OLD);
	const [sealed, token, hash] = [
		before.seal("mail", "Hello"),
		before.sealToken("link", { id: 1 }),
		before.keyedHash("page", "1"),
	];
	const both = await seals(NEW, OLD);
	expect(both.unseal("mail", sealed)).toBe("Hello");
	expect(both.openToken("link", token)).toEqual({ id: 1 });
	expect(both.isKeyedHash("page", "1", hash)).toBe(true);
	expect(both.isKeyedHash("page", "1", hash.slice(0, 32), 32)).toBe(true);
	const after = await seals(NEW);
	expect(() => after.unseal("mail", sealed)).toThrow();
	expect(after.openToken("link", token)).toBeNull();
	expect(after.isKeyedHash("page", "1", hash)).toBe(false);
});

test("with two secrets, the new one seals and signs", async () => {
	const both = await seals(NEW, OLD);
	const [sealed, hash] = [both.seal("mail", "Hello"), both.keyedHash("page", "1")];
	const after = await seals(NEW);
	expect(after.unseal("mail", sealed)).toBe("Hello");
	expect(after.isKeyedHash("page", "1", hash)).toBe(true);
});

test("what the old secret sealed is sealed anew, and nothing else is", async () => {
	const old = (await seals(OLD)).seal("mail", "Hello");
	const both = await seals(NEW, OLD);
	expect(both.sealAnew("mail", both.seal("mail", "Hello"))).toBeNull();
	expect(both.sealAnew("other", old)).toBeNull();
	const anew = both.sealAnew("mail", old);
	const after = await seals(NEW);
	expect(anew && after.unseal("mail", anew)).toBe("Hello");
	expect(after.sealAnew("mail", old)).toBeNull();
});

test("no hash of another length, purpose or value is taken", async () => {
	const { isKeyedHash, keyedHash } = await seals(NEW, OLD);
	const hash = keyedHash("page", "1");
	for (const given of ["", hash.slice(0, 32), `${hash}0`, keyedHash("page", "2")]) {
		expect(isKeyedHash("page", "1", given)).toBe(false);
	}
	expect(isKeyedHash("other", "1", hash)).toBe(false);
});

const ID = "0199f0c1-7d3a-7b52-8f0e-1234567890ab";

/** Links that were mailed: how they are made, and how they are read. */
const links = {
	"a conversation": () =>
		import("../../conversations/conversation-token.server.ts").then((m) => [
			m.conversationToken,
			m.submissionIdOf,
		]),
	"a deletion request": () =>
		import("../../deletion-requests/status-link.server.ts").then((m) => [
			() => m.statusPath(7).split("/").at(-1),
			(token: string) => m.requestNumberOf(token) && ID,
		]),
	"a subscription": () =>
		import("../../documents/notices/unsubscribe-link.server.ts").then((m) => [
			(id: string) => m.unsubscribeUrl(id).split("/").at(-1),
			m.subscriberIdOf,
		]),
	"an answer by mail": () =>
		import("../../conversations/by-mail/reply-address.server.ts").then((m) => [
			(id: string) => m.replyAddress("visitor", id),
			(address: string) => m.readReplyAddress(address)?.submissionId ?? null,
		]),
} as Record<string, () => Promise<[(id: string) => string, (token: string) => string | null]>>;

test.each(Object.entries(links))(
	"the link to %s outlives the change while both are there",
	async (_what, load) => {
		const [make] = await withSecrets([OLD], load);
		const link = make(ID);
		const [, readByBoth] = await withSecrets([NEW, OLD], load);
		expect(readByBoth(link)).toBe(ID);
		expect(readByBoth(`${link.slice(0, -1)}${link.endsWith("a") ? "b" : "a"}`)).toBeFalsy();
		const [, readByNew] = await withSecrets([NEW], load);
		expect(readByNew(link)).toBeFalsy();
	},
);
