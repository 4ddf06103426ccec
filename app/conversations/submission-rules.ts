export const STATUSES = ["new", "in_progress", "resolved", "closed"] as const;
export const PRIORITIES = ["low", "normal", "high", "urgent"] as const;

/** "In progress" for in_progress. */
export function labelOf(value: string): string {
	const words = value.replaceAll("_", " ");
	return words.charAt(0).toUpperCase() + words.slice(1);
}
