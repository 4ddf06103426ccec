import { logError } from "#app/platform/log.server.ts";
import {
	findEnded,
	messagesAfter,
	newestMessage,
	watchedVersion,
} from "./conversation-watcher.sql.ts";

const POLL_MS = 500;

type Listener = { onChange: () => void; onEnd: () => void };

const listeners = new Map<string, Set<Listener>>();
let timer: NodeJS.Timeout | undefined;
let seenVersion = 0n;
/** The newest message that readers were told of; null until the watcher has looked. */
let seenRow: bigint | null = null;

/**
 * Calls `onChange` soon after a message was written to the conversation, and `onEnd` soon after the
 * conversation was erased or its owner's account was deleted, by whichever process. One watcher
 * asks the database for all readers of this process, and only while there are some.
 * Answers a function that ends it.
 */
export function watchConversation(
	submissionId: string,
	onChange: () => void,
	onEnd = () => {},
): () => void {
	const listener: Listener = { onChange, onEnd };
	const own = listeners.get(submissionId) ?? new Set();
	listeners.set(submissionId, own.add(listener));
	timer ??= startWatcher();
	return () => {
		own.delete(listener);
		// One that leaves twice must not take those along who came after it.
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
			// Told of once, and not twice a second; the next look may succeed.
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

/** data_version moves when another connection has written: most polls end there. */
async function notify(after: bigint): Promise<void> {
	const version = await watchedVersion();
	if (version === seenVersion) return;
	for (const { row, submissionId } of await messagesAfter(after)) {
		seenRow = row;
		for (const { onChange } of listeners.get(submissionId) ?? []) onChange();
	}
	for (const id of await findEnded([...listeners.keys()])) {
		for (const { onEnd } of [...(listeners.get(id) ?? [])]) onEnd();
	}
	// Last, so that a look that failed on the way is made again.
	seenVersion = version;
}
