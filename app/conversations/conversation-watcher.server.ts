import { findEndedSessions } from "#app/accounts/account.sql.ts";
import { logError } from "#app/platform/log.server.ts";
import {
	findEnded,
	MESSAGES_AT_ONCE,
	messagesAfter,
	newestMessage,
	watchedVersion,
} from "./conversation-watcher.sql.ts";

const POLL_MS = 500;
/** Streams that one side of a conversation keeps open, and an account over all of them. */
export const STREAMS_A_SIDE = 5;
export const STREAMS_AN_ACCOUNT = 20;

/** `sessionId` is the session of an account that reads along. */
type Listener = { onChange: () => void; onEnd: () => void; sessionId?: string };

const listeners = new Map<string, Set<Listener>>();
let timer: NodeJS.Timeout | undefined;
let seenVersion = 0n;
/** The id of the newest announced message; null until the first poll. */
let seenRow: bigint | null = null;

/**
 * Calls `onChange` soon after any process writes a message to the conversation, and `onEnd` soon
 * after the conversation is erased, its owner's account is suspended or deleted, or the reader's
 * session ends. One watcher polls the database for all readers of this process, and only while there
 * are some. Returns a function that unsubscribes.
 */
export function watchConversation(submissionId: string, listener: Listener): () => void {
	const own = listeners.get(submissionId) ?? new Set();
	listeners.set(submissionId, own.add(listener));
	timer ??= startWatcher();
	return () => {
		own.delete(listener);
		// Unsubscribing twice must not remove listeners that subscribed since.
		if (own.size === 0 && listeners.get(submissionId) === own) listeners.delete(submissionId);
		if (listeners.size > 0) return;
		clearInterval(timer);
		timer = undefined;
	};
}

function startWatcher(): NodeJS.Timeout {
	let isAsking = false;
	let hasFailed = false;
	seenRow = null;
	const ask = async () => {
		if (isAsking) return;
		isAsking = true;
		try {
			seenRow ??= await newestMessage();
			await notify(seenRow);
			hasFailed = false;
		} catch (error) {
			// Log only the first of several failures in a row; the next poll may succeed.
			if (!hasFailed) logError(error);
			hasFailed = true;
		} finally {
			isAsking = false;
		}
	};
	ask();
	const interval = setInterval(ask, POLL_MS);
	interval.unref();
	return interval;
}

/** Notifies listeners of newer messages. Most polls stop at an unchanged data_version. */
async function notify(after: bigint): Promise<void> {
	const version = await watchedVersion();
	if (version === seenVersion) return;
	const messages = await messagesAfter(after);
	for (const { row, submissionId } of messages) {
		seenRow = row;
		for (const { onChange } of listeners.get(submissionId) ?? []) onChange();
	}
	// The next poll reads on, because the version still counts as new.
	if (messages.length === MESSAGES_AT_ONCE) return;
	for (const id of await findEnded([...listeners.keys()])) {
		for (const { onEnd } of [...(listeners.get(id) ?? [])]) onEnd();
	}
	const readers = [...listeners.values()].flatMap((own) => [...own]);
	const ended = new Set(findEndedSessions(readers.flatMap(({ sessionId }) => sessionId ?? [])));
	for (const { sessionId, onEnd } of readers) if (sessionId && ended.has(sessionId)) onEnd();
	// Set last, so that a poll that fails midway is repeated.
	seenVersion = version;
}
