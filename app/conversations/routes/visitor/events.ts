import { sessionMsLeft } from "#app/conversations/conversation-session.server.ts";
import {
	STREAMS_A_SIDE,
	watchConversation,
} from "#app/conversations/conversation-watcher.server.ts";
import { visitorContext } from "#app/conversations/middleware.ts";
import { eventStream } from "#app/http/event-stream.server.ts";
import type { Route } from "./+types/events";

/** Streams an event for each change of the thread until the session ends. */
export async function loader({ request, context }: Route.LoaderArgs) {
	const access = context.get(visitorContext);
	const lifeMs = await sessionMsLeft(access);
	// 204 tells the browser not to reconnect (WHATWG HTML, section 9.2.3).
	if (lifeMs <= 0) return new Response(null, { status: 204 });
	return eventStream(request, {
		lifeMs,
		bounds: [{ key: `visitor ${access.submissionId}`, most: STREAMS_A_SIDE }],
		subscribe: (onChange, onEnd) => watchConversation(access.submissionId, { onChange, onEnd }),
	});
}
