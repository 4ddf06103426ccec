import { beforeEach, describe, expect, test } from "vitest";
import type { AppAccess } from "#app/accounts/access.server.ts";
import { readConversation } from "#app/conversations/conversation.server.ts";
import { writeNote } from "#app/conversations/internal-note.server.ts";
import { readSubmission } from "#app/conversations/submission-details.server.ts";
import {
	submissionsAsCsv,
	submissionsAsJson,
} from "#app/conversations/submission-export.server.ts";
import { eachSubmission } from "#app/conversations/submission-list.server.ts";
import { transaction } from "#app/platform/db/db.server.ts";
import {
	answererOf,
	ask,
	createConversation,
	createDesk,
	reply,
	type Talk,
} from "../../kit/world/conversation.ts";
import type { TestUser } from "../../kit/world/user.ts";

let owner: TestUser;
let app: AppAccess;
let form: { slug: string };
let talk: Talk;

beforeEach(async () => {
	({ owner, app, form } = await createDesk());
	talk = await createConversation(app, form);
});

/** Stores messages "1", "2", … of the visitor, padded to `size` characters, with what was cut off each. */
async function write(count: number, size = 0, senderType = "user", rest = ""): Promise<void> {
	await transaction((tx) =>
		tx.message.createMany({
			data: Array.from({ length: count }, (_, at) => ({
				submissionId: talk.id,
				senderType,
				message: String(at + 1).padEnd(size, " ."),
				rest,
				requestId: crypto.randomUUID(),
				createdAt: new Date(),
			})),
		}),
	);
}

async function pageBefore(before: number | null) {
	const { thread } = await readConversation(talk.visitor, before);
	if (!thread) throw new Error("The session is over");
	const { messages, earlier, later, ownId } = thread;
	const numbers = messages.map(({ message }) => Number.parseInt(message, 10));
	return { numbers, earlier, later, ownId, firstId: messages[0]?.id ?? null };
}

function range(from: number, to: number): number[] {
	return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}

describe("a conversation of 120 messages", () => {
	beforeEach(() => write(120));

	test("shows its newest 50, and the earlier ones page by page, in their order", async () => {
		const newest = await pageBefore(null);
		expect(newest).toMatchObject({ numbers: range(71, 120), earlier: 70, later: 0 });
		const middle = await pageBefore(newest.firstId);
		expect(middle).toMatchObject({ numbers: range(21, 70), earlier: 20, later: 50 });
		const first = await pageBefore(middle.firstId);
		expect(first).toMatchObject({ numbers: range(1, 20), earlier: 0, later: 100 });
		expect(await pageBefore(first.firstId)).toEqual(newest);
	});

	test("keeps its earlier pages while new messages come", async () => {
		const { firstId } = await pageBefore(null);
		await reply(owner, talk, "999");
		await ask(talk, "1000");
		expect((await pageBefore(firstId)).numbers).toEqual(range(21, 70));
		expect((await pageBefore(null)).numbers.slice(-2)).toEqual([999, 1000]);
	});

	test("shows its owner the same pages", async () => {
		const answerer = await answererOf(owner, talk);
		const { firstId } = await pageBefore(null);
		const { messages, earlier, later } = await readSubmission(answerer, firstId);
		expect({ count: messages.length, earlier, later }).toEqual({
			count: 50,
			earlier: 20,
			later: 50,
		});
	});

	test("shows its owner the notes of the newest page before the first message, too", async () => {
		const answerer = await answererOf(owner, talk);
		await writeNote(answerer, { text: "Asks for a refund", requestId: crypto.randomUUID() });
		const { internalNotes, ...newest } = await readSubmission(answerer);
		expect(internalNotes).toMatchObject([{ text: "Asks for a refund" }]);
		const { firstId } = await pageBefore((await pageBefore(newest.earlierId)).firstId);
		expect(await readSubmission(answerer, firstId)).toEqual({ ...newest, internalNotes });
	});

	test("says on each page which message of the reader's is the newest", async () => {
		const { firstId, ownId } = await pageBefore(null);
		expect((await pageBefore(firstId)).ownId).toBe(ownId);
		await write(60, 0, "admin");
		expect((await pageBefore(null)).ownId).toBe(0);
		await ask(talk, "1000");
		expect((await pageBefore(null)).ownId).toBeGreaterThan(ownId);
	});
});

test.each([
	["long messages", 5_000, "", 25],
	["mails of which much was cut off", 0, "> ".repeat(50_000), 31],
])("a page of %s has fewer, and each stands on one page", async (_, size, rest, most) => {
	await write(60, size, "user", rest);
	const seen: number[] = [];
	for (let before: number | null = null, earlier = 1; earlier > 0; ) {
		const page = await pageBefore(before);
		expect(page.numbers.length).toBeLessThan(most);
		seen.unshift(...page.numbers);
		[before, earlier] = [page.firstId, page.earlier];
	}
	expect(seen).toEqual(range(1, 60));
});

test("an export has every message of a long conversation, in their order", async () => {
	await write(450);
	const text = async (pieces: AsyncIterable<string>) => (await Array.fromAsync(pieces)).join("");
	const [submission] = JSON.parse(await text(submissionsAsJson(eachSubmission(app))));
	const numbers = (submission.messages as { message: string }[]).map(({ message }) => +message);
	expect(numbers).toEqual(range(1, 450));
	const csv = await text(submissionsAsCsv(eachSubmission(app)));
	expect([...csv.matchAll(/user: (\d+)/g)].map(([, number]) => Number(number))).toEqual(numbers);
});
