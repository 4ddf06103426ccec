/**
 * The current time. All code that stores or compares times reads it here, so that a test can
 * stand at the edge of a limit.
 */
export const clock = {
	now: (): Date => new Date(),
};
