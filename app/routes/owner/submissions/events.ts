import { eventStream } from "~/lib/event-stream.server";
import { HOUR_MS } from "~/lib/time";
import { answererContext } from "~/middleware/conversation";
import { watchConversation } from "~/models/conversation-watcher.server";
import type { Route } from "./+types/events";

/** Says when the thread has changed; the browser asks again after an hour. */
export function loader({ request, context }: Route.LoaderArgs) {
	const { submissionId } = context.get(answererContext);
	return eventStream(request, {
		lifeMs: HOUR_MS,
		subscribe: (onChange, onEnd) => watchConversation(submissionId, onChange, onEnd),
	});
}
