import { useState } from "react";

/**
 * Returns the id of the newest message that the reader has written, for the key of the box to write
 * in: only a new message of their own empties it. An `ownId` that is older, as after others have
 * written many, or undefined, as on an expired page, changes nothing.
 */
export function useOwnMessage(ownId: number | undefined): number | undefined {
	const [sent, setSent] = useState(ownId);
	if (ownId !== undefined && (sent === undefined || ownId > sent)) setSent(ownId);
	return sent;
}
