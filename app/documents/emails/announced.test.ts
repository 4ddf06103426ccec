import { expect, test } from "vitest";
import { announcedFailed, announcedPublished } from "./announced.ts";

const ABOUT = {
	title: "Terms",
	appName: "Notes",
	effectiveOn: "2027-07-11",
	url: "https://smallprint.example/x",
};

/** The mail may leave later than on that day: a deleted document's waits until it is back. */
test("the mails about an announced text name the day that it was announced for", () => {
	const was = 'The new text of "Terms" was announced for 11 July 2027, and it';
	expect(announcedPublished(ABOUT).text).toContain(`${was} is public now.`);
	const failed = announcedFailed({ ...ABOUT, failure: "The app is full." });
	expect(failed.text).toContain(`${was} could not be published.`);
});
