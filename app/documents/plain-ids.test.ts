import { expect, test } from "vitest";
import { withPlainIds } from "./plain-ids.ts";

test.each([
	[
		"a heading",
		'<h2 id="user-content-a" dir="auto">A</h2>',
		'<h2 id="user-content-a" dir="auto"><span id="a"></span>A</h2>',
	],
	[
		"a cell",
		'<td align="left" id="user-content-a">A</td>',
		'<td align="left" id="user-content-a"><span id="a"></span>A</td>',
	],
	[
		"an anchor",
		'<p><a id="user-content-a"></a>A</p>',
		'<p><a id="user-content-a"><span id="a"></span></a>A</p>',
	],
	[
		"no link to it",
		'<p><a href="#user-content-a">A</a></p>',
		'<p><a href="#user-content-a">A</a></p>',
	],
	["no text", '<p>id="user-content-a"</p>', '<p>id="user-content-a"</p>'],
	[
		"no list as a whole",
		'<ul id="user-content-a"><li>A</li></ul>',
		'<ul id="user-content-a"><li>A</li></ul>',
	],
	[
		"no id of the page itself",
		'<h2 id="user-content-contents">A</h2>',
		'<h2 id="user-content-contents">A</h2>',
	],
])("the plain id is served for %s", (_, html, page) => {
	expect(withPlainIds(html)).toBe(page);
});
