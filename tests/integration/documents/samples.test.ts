import { expect, test } from "vitest";
import { updateProfile } from "#app/accounts/profile.server.ts";
import { saveContactEmail } from "#app/apps/app.server.ts";
import { renderDocument } from "#app/documents/document-page.server.ts";
import { findGaps } from "#app/documents/editing/gaps.ts";
import { SAMPLES } from "#app/documents/sample-names.ts";
import { readSample } from "#app/documents/samples.server.ts";
import { clock } from "#app/platform/clock.server.ts";
import { formatLongDate } from "#app/platform/time.ts";
import { decode } from "../../kit/http/html.ts";
import { stopClock } from "../../kit/stop-clock.ts";
import { createApp } from "../../kit/world/app.ts";
import { createUser } from "../../kit/world/user.ts";

const COMPANY = "A_B*C [Inc] | <b>D</b> &amp; `E` \\ ~F~ _G_";

test("each sample is filled in with what is known, as it is spelled", async () => {
	stopClock();
	const user = await createUser();
	const app = await createApp(user, "My_App _x_");
	await updateProfile(user, { full_name: "Ann", company: COMPANY });
	await saveContactEmail(app, "help_me@pocket.example");
	for (const { value } of SAMPLES) {
		const { title, content } = await readSample(app, value);
		expect(content).not.toMatch(/\{\{|\}\}/);
		const { html } = await renderDocument(app, { title, content });
		const text = decode(html.replace(/<[^<>]*>/g, ""));
		for (const known of ["My_App _x_", COMPANY, "help_me@pocket.example"]) {
			expect(text).toContain(known);
		}
		expect(text).toContain(formatLongDate(clock.now()));
		expect(html).toContain('href="mailto:help_me@pocket.example"');
	}
});

test.each([
	["privacy-policy", 1],
	["collects-nothing", 0],
	["terms-of-service", 1],
	["eula", 1],
] as const)(
	"of an account without a profile, %s leaves %i places to fill in",
	async (name, gaps) => {
		const user = await createUser();
		const { content, known } = await readSample(await createApp(user), name);
		expect(known).toMatchObject({ owner: user.accountName, contact: user.email });
		expect(new Set(findGaps(content).map(({ text }) => text)).size).toBe(gaps);
	},
);
