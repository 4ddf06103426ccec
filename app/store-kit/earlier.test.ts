import { expect, test } from "vitest";
import { earlierPaths } from "./earlier.ts";

const stays = (present: string) => ({ present, former: [] });

test.each([
	["nothing was renamed", [stays("ada"), stays("garden"), stays("privacy")], 0, []],
	[
		"one part was renamed",
		[stays("ada"), { present: "garden", former: [{ slug: "yard", leftAt: 5 }] }, stays("privacy")],
		0,
		["/ada/yard/privacy"],
	],
	[
		"several were, one after the other, so that each address is one that the page had",
		[
			{ present: "ada", former: [{ slug: "adah", leftAt: 3 }] },
			{ present: "garden", former: [{ slug: "yard", leftAt: 5 }] },
			{ present: "privacy", former: [{ slug: "policy", leftAt: 4 }] },
		],
		0,
		["/ada/yard/privacy", "/ada/yard/policy", "/adah/yard/policy"],
	],
	[
		"a part was renamed before there was the page",
		[{ present: "ada", former: [{ slug: "adah", leftAt: 3 }] }, stays("garden")],
		4,
		[],
	],
	[
		"a part has its first name again",
		[stays("ada"), { present: "garden", former: [{ slug: "yard", leftAt: 5 }] }],
		0,
		["/ada/yard"],
	],
])("the earlier paths of a page: %s", (_, segments, since, paths) => {
	expect(earlierPaths(segments, since)).toEqual(paths);
});
