import { expect, test } from "vitest";
import { escapeHtml, html } from "./html.ts";

test("what is filled into a template stays text, wherever it stands", () => {
	const typed = `"><script>alert('&amp;')</script>`;
	expect(html`<a title="${typed}">${typed}</a>`).toBe(
		`<a title="${escapeHtml(typed)}">${escapeHtml(typed)}</a>`,
	);
	expect(escapeHtml(typed)).toBe(
		"&quot;&gt;&lt;script&gt;alert(&#39;&amp;amp;&#39;)&lt;/script&gt;",
	);
	expect(escapeHtml("Nothing to do: ü, $0, 漢")).toBe("Nothing to do: ü, $0, 漢");
});
