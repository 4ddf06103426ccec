/**
 * What time it is. Everything that stores or compares a moment asks here, so that a test can
 * stand at the edge of a limit.
 */
export const clock = {
	now: (): Date => new Date(),
};
