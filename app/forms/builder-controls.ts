/** The name of the buttons that move a field to the position beside them; the value is its index. */
export const MOVE = "move";

/** The name of the input that says where the field at `index` goes, counted from 1. */
export function positionName(index: number): string {
	return `position-${index}`;
}
