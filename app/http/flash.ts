/** One message for the next page. */
export type Flash = {
	tone: "success" | "info" | "error";
	title?: string;
	text: string;
	/** A way on, after the text. */
	link?: { to: string; label: string };
	/** Where a post of this id takes the last action back. */
	undo?: { to: string; id: string };
};
