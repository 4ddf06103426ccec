import { describe, expect, test } from "vitest";
import { writeAsOwner } from "#app/conversations/conversation.server.ts";
import { createClient, type EventStream, openEvents } from "../../kit/http/client.ts";
import { serve } from "../../kit/process/serve.ts";
import { startServer } from "../../kit/process/server.ts";
import { createSubmission } from "../../kit/world/submission.ts";
import { createWorld, databaseFile, type World } from "../../kit/world/world.ts";

const CHANGED = "data: changed\n\n";

/** 2 s, on a machine that is ten times slower. */
const SOON_MS = 20_000;

const server = serve();

/** The owner answers in this process, which is another than the server's. */
function answerElsewhere({ user }: World, submissionId: string): Promise<void> {
	const access = { userId: user.userId, email: user.email, submissionId, isAdministrator: false };
	return writeAsOwner(access, { message: "We look into it.", requestId: crypto.randomUUID() });
}

async function expectChanged(stream: EventStream, times = 1) {
	await expect
		.poll(() => stream.text().split(CHANGED).length - 1, { timeout: SOON_MS, interval: 50 })
		.toBe(times);
}

describe("a visitor's stream of events", () => {
	test("says that the thread changed within 2 s of an answer that another process wrote", async () => {
		const world = await createWorld();
		const { id, token } = world.submission;
		const stream = await openEvents(server.url, `/conversation/${token}/events`);
		await answerElsewhere(world, id);
		await expectChanged(stream);
		await answerElsewhere(world, id);
		await expectChanged(stream, 2);
		stream.close();
	});

	test("says so to every reader of the conversation, and nothing to another's", async () => {
		const world = await createWorld();
		const second = await createSubmission(world.form);
		const open = (token: string) => openEvents(server.url, `/conversation/${token}/events`);
		const readers = await Promise.all([1, 2, 3].map(() => open(world.submission.token)));
		const other = await open(second.token);
		await answerElsewhere(world, world.submission.id);
		for (const reader of readers) await expectChanged(reader);
		await answerElsewhere(world, second.id);
		await expectChanged(other);
		for (const stream of [...readers, other]) {
			expect(stream.text()).toBe(`retry: 2000\n\n${CHANGED}`);
			stream.close();
		}
	});
});

test("the owner's stream says that the visitor wrote, within 2 s", async () => {
	const world = await createWorld();
	const { id, token } = world.submission;
	const path = `/admin/conversation/${id}/events`;
	const stream = await openEvents(server.url, path, world.cookie);
	const sent = await createClient(server.url).post(`/conversation/${token}`, {
		message: "It is still gone.",
		request_id: crypto.randomUUID(),
	});
	expect(sent.status).toBe(303);
	await expectChanged(stream);
	stream.close();
});

test("a HEAD request of a stream leaves none open", async () => {
	const world = await createWorld();
	const path = `/conversation/${world.submission.token}/events`;
	const client = createClient(server.url);
	for (let n = 0; n < 6; n += 1) {
		expect((await client.head(path, { Accept: "text/event-stream" })).status).toBe(200);
	}
	const stream = await openEvents(server.url, path);
	await answerElsewhere(world, world.submission.id);
	await expectChanged(stream);
	stream.close();
});

test("there are at most 5 streams a side of a conversation, and 20 an account", async () => {
	const world = await createWorld();
	const more = await Promise.all([1, 2, 3, 4].map(() => createSubmission(world.form)));
	const asVisitor = ({ token }: { token: string }) =>
		openEvents(server.url, `/conversation/${token}/events`);
	const asOwner = ({ id }: { id: string }) =>
		openEvents(server.url, `/admin/conversation/${id}/events`, world.cookie);
	const streams: EventStream[] = [];
	const openFive = async <Talk>(open: (talk: Talk) => Promise<EventStream>, talk: Talk) => {
		for (let n = 0; n < 5; n += 1) streams.push(await open(talk));
	};
	await openFive(asVisitor, world.submission);
	await expect(asVisitor(world.submission)).rejects.toThrow("429");
	const [fifth, ...others] = more;
	for (const talk of [world.submission, ...others]) {
		await openFive(asOwner, talk);
		await expect(asOwner(talk)).rejects.toThrow("429");
	}
	await expect(asOwner(fifth ?? world.submission)).rejects.toThrow("429");
	for (const stream of streams) stream.close();
});

test("a server that is told to stop ends its streams, and is gone within 2 s", async () => {
	const own = await startServer(databaseFile);
	const world = await createWorld();
	const streams = await Promise.all([
		openEvents(own.url, `/conversation/${world.submission.token}/events`),
		openEvents(own.url, `/admin/conversation/${world.submission.id}/events`, world.cookie),
	]);
	const started = performance.now();
	expect(await own.stop()).toBe(0);
	await Promise.all(streams.map((stream) => stream.ended));
	expect(performance.now() - started).toBeLessThan(SOON_MS);
	expect(own.errors).toEqual([]);
});
