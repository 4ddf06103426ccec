import { expect, test } from "vitest";
import { inProgress } from "./in-progress.ts";

test.each([
	["Publish", "Publishing…"],
	["Save Changes", "Saving…"],
	["Send reply", "Sending…"],
	["Create App", "Creating…"],
	["Get Started!", "Getting…"],
	["Add Field", "Adding…"],
	["Undo", "Undoing…"],
	["Next", "Next"],
	["↑", "↑"],
])('a pressed button "%s" says "%s"', (label, words) => {
	expect(inProgress(label)).toBe(words);
});
