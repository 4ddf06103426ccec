import { expect, test } from "vitest";
import { escapeHtml } from "./html.ts";

test("what was typed stays text in HTML, wherever it stands", () => {
	const typed = `"><script>alert('&amp;')</script>`;
	expect(escapeHtml(typed)).toBe(
		"&quot;&gt;&lt;script&gt;alert(&#39;&amp;amp;&#39;)&lt;/script&gt;",
	);
	expect(escapeHtml("Nothing to do: ü, $0, 漢")).toBe("Nothing to do: ü, $0, 漢");
});
