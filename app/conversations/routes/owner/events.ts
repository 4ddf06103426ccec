import { userContext } from "#app/accounts/middleware.ts";
import {
	STREAMS_A_SIDE,
	STREAMS_AN_ACCOUNT,
	watchConversation,
} from "#app/conversations/conversation-watcher.server.ts";
import { answererContext } from "#app/conversations/middleware.ts";
import { eventStream } from "#app/http/event-stream.server.ts";
import { HOUR_MS } from "#app/platform/time.ts";
import type { Route } from "./+types/events";

/** Streams an event for each change of the thread. The browser reconnects after an hour. */
export function loader({ request, context }: Route.LoaderArgs) {
	const { submissionId } = context.get(answererContext);
	const { sessionId, userId } = context.get(userContext);
	return eventStream(request, {
		lifeMs: HOUR_MS,
		bounds: [
			{ key: `owner ${submissionId}`, most: STREAMS_A_SIDE },
			{ key: `account ${userId}`, most: STREAMS_AN_ACCOUNT },
		],
		subscribe: (onChange, onEnd) => watchConversation(submissionId, { onChange, onEnd, sessionId }),
	});
}
