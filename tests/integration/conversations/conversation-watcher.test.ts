import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { signOut } from "#app/accounts/session.server.ts";
import { watchConversation } from "#app/conversations/conversation-watcher.server.ts";
import { endEventStreams, eventStream, type StreamBound } from "#app/http/event-stream.server.ts";
import { db } from "#app/platform/db/db.server.ts";
import { HOUR_MS } from "#app/platform/time.ts";
import { ask, createConversation, createDesk, type Talk } from "../../kit/world/conversation.ts";
import { createUser } from "../../kit/world/user.ts";

/** With room for a machine that is ten times slower. */
const WITHIN_2_S = { timeout: 20_000, interval: 20 };

let talk: Talk;
let other: Talk;
const unsubscribes: (() => void)[] = [];

beforeEach(async () => {
	const { app, form } = await createDesk();
	[talk, other] = [await createConversation(app, form), await createConversation(app, form)];
});

afterEach(() => {
	vi.useRealTimers();
	vi.restoreAllMocks();
	for (const unsubscribe of unsubscribes.splice(0)) unsubscribe();
});

function say(message: string): Promise<void> {
	return ask(talk, message);
}

/** Counts how often a reader of a conversation is called. */
function listen(to = talk) {
	const heard = { count: 0, stop: () => {} };
	const onChange = () => {
		heard.count += 1;
	};
	heard.stop = watchConversation(to.id, { onChange, onEnd: () => {} });
	unsubscribes.push(heard.stop);
	return heard;
}

/** Resolves once the watcher has looked: a message elsewhere was noticed. */
async function watcherHasLooked(): Promise<void> {
	const marker = listen(other);
	await expect
		.poll(async () => {
			if (marker.count === 0) await ask(other, "marker");
			return marker.count;
		}, WITHIN_2_S)
		.toBeGreaterThan(0);
	marker.stop();
}

describe("a reader of a conversation", () => {
	test("hears of a message of its own process, once for each", async () => {
		const heard = listen();
		await watcherHasLooked();
		await say("One");
		await expect.poll(() => heard.count, WITHIN_2_S).toBe(1);
		await Promise.all([say("Two"), say("Three")]);
		await expect.poll(() => heard.count, WITHIN_2_S).toBe(3);
	});

	test("hears nothing of what was said before it came, nor after it left", async () => {
		await say("Earlier");
		const [left, stays] = [listen(), listen()];
		await watcherHasLooked();
		expect([left.count, stays.count]).toEqual([0, 0]);
		left.stop();
		left.stop();
		await say("Later");
		await expect.poll(() => stays.count, WITHIN_2_S).toBe(1);
		expect(left.count).toBe(0);
	});

	test("who leaves twice takes nobody along who came in between", async () => {
		const first = listen();
		first.stop();
		const next = listen();
		first.stop();
		await watcherHasLooked();
		await say("Hello");
		await expect.poll(() => next.count, WITHIN_2_S).toBe(1);
	});

	test("hears again once a database that could not be read can be, and the fault is logged once", async () => {
		const read = vi.spyOn(db, "$queryRaw").mockRejectedValue(new Error("disk I/O error"));
		const log = vi.spyOn(process.stderr, "write").mockReturnValue(true);
		const heard = listen();
		await expect.poll(() => read.mock.calls.length, WITHIN_2_S).toBeGreaterThan(2);
		read.mockRestore();
		expect(log.mock.calls.filter(([line]) => String(line).includes("disk I/O"))).toHaveLength(1);
		log.mockRestore();
		await watcherHasLooked();
		await say("Hello");
		await expect.poll(() => heard.count, WITHIN_2_S).toBe(1);
	});

	test("shares one watcher with all others, which rests when the last has left", () => {
		vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
		expect(vi.getTimerCount()).toBe(0);
		const readers = [listen(), listen(), listen(other)];
		expect(vi.getTimerCount()).toBe(1);
		readers[0]?.stop();
		readers[1]?.stop();
		expect(vi.getTimerCount()).toBe(1);
		readers[2]?.stop();
		expect(vi.getTimerCount()).toBe(0);
		listen().stop();
		expect(vi.getTimerCount()).toBe(0);
	});
});

test("a reader's session that ends is over for the watcher within 2 seconds, and no other's", async () => {
	const [reader, stays] = [await createUser(), await createUser()];
	const ended: string[] = [];
	for (const { sessionId } of [reader, stays]) {
		const listener = { onChange: () => {}, onEnd: () => ended.push(sessionId), sessionId };
		unsubscribes.push(watchConversation(talk.id, listener));
	}
	await watcherHasLooked();
	await signOut(reader);
	await expect.poll(() => ended, WITHIN_2_S).toEqual([reader.sessionId]);
});

describe("an event stream", () => {
	function open(lifeMs = HOUR_MS, bounds: StreamBound[] = []) {
		const abort = new AbortController();
		const headers = { Accept: "text/event-stream" };
		const request = new Request("http://localhost", { headers, signal: abort.signal });
		const unsubscribe = vi.fn();
		const subscribe = vi.fn((_onChange: () => void) => unsubscribe);
		const response = eventStream(request, { lifeMs, bounds, subscribe });
		const change = () => subscribe.mock.lastCall?.[0]();
		return { response, abort, change, unsubscribe };
	}

	test("is refused while as many as a side may have are open, and not after one has left", () => {
		const bounds = [{ key: "owner of this", most: 5 }];
		const streams = Array.from({ length: 5 }, () => open(HOUR_MS, bounds));
		const statusOf = () => open(HOUR_MS, bounds).response.status;
		expect([streams[4]?.response.status, statusOf()]).toEqual([200, 429]);
		expect(open(HOUR_MS, [{ key: "another", most: 5 }]).response.status).toBe(200);
		streams[0]?.abort.abort();
		expect([statusOf(), statusOf()]).toEqual([200, 429]);
		endEventStreams();
	});

	test("says changed for each change, and ends with the client", async () => {
		const stream = open();
		expect(stream.response.headers.get("Content-Type")).toBe("text/event-stream");
		expect(stream.response.headers.get("Cache-Control")).toBe("no-store");
		stream.change();
		stream.change();
		stream.abort.abort();
		expect(await stream.response.text()).toBe("retry: 2000\n\ndata: changed\n\ndata: changed\n\n");
		expect(stream.unsubscribe).toHaveBeenCalledOnce();
	});

	test("ends when its life is over, when the process stops, and when its reader goes", async () => {
		const short = open(10);
		expect(await short.response.text()).toBe("retry: 2000\n\n");
		expect(short.unsubscribe).toHaveBeenCalledOnce();
		const [one, two, left] = [open(), open(), open()];
		await left.response.body?.cancel();
		expect(left.unsubscribe).toHaveBeenCalledOnce();
		endEventStreams();
		for (const { response, unsubscribe } of [one, two]) {
			expect(await response.text()).toBe("retry: 2000\n\n");
			expect(unsubscribe).toHaveBeenCalledOnce();
		}
	});
});
