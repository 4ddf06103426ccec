import { expect, test } from "vitest";
import { previewOf } from "./draft.ts";

test("the preview shows what is typed as visitors would see it, empty and strange inputs included", () => {
	const fields = [
		{ type: "email", label: "Email" },
		{ type: "email", label: "Another", placeholder: " me@example.com " },
		{ type: "select", label: "Topic", required: "on", options: "Bug\n\n  Idea \nBug" },
		{ label: ["sent", "twice"] },
		undefined,
	];
	const { title, description, fields: shown } = previewOf({ title: " Ask us ", fields });
	expect({ title, description }).toEqual({ title: "Ask us", description: "" });
	expect(shown.map(({ id: _, ...field }) => Object.values(field))).toEqual([
		["email", "Email", "", true, []],
		["email", "Another", "me@example.com", false, []],
		["select", "Topic", "", true, ["Bug", "Idea"]],
		["text", "No label yet", "", false, []],
		["text", "No label yet", "", false, []],
	]);
	expect(previewOf({}).fields).toEqual([]);
});
