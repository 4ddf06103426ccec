import type { AppAccess } from "#app/accounts/access.server.ts";
import { readProfile } from "#app/accounts/profile.server.ts";
import { readApp } from "#app/apps/app.server.ts";
import { clock } from "#app/platform/clock.server.ts";
import { formatLongDate } from "#app/platform/time.ts";
import type { SampleName } from "./sample-names.ts";
import collectsNothing from "./samples/collects-nothing.md?raw";
import eula from "./samples/eula.md?raw";
import privacyPolicy from "./samples/privacy-policy.md?raw";
import termsOfService from "./samples/terms-of-service.md?raw";

const TEXTS: Record<SampleName, { title: string; content: string }> = {
	"privacy-policy": { title: "Privacy Policy", content: privacyPolicy },
	"collects-nothing": { title: "Privacy Policy", content: collectsNothing },
	"terms-of-service": { title: "Terms of Service", content: termsOfService },
	eula: { title: "End User Licence Agreement", content: eula },
};

/** What a sample is filled in with. */
export type Known = { app: string; owner: string; contact: string; date: string };

/** Returns a sample's title and text, with what is known of the app and its owner filled in. */
export async function readSample(access: AppAccess, name: SampleName) {
	const known = await readKnown(access);
	const { title, content } = TEXTS[name];
	return { title, content: fillIn(content, known), known };
}

async function readKnown(access: AppAccess): Promise<Known> {
	const profile = await readProfile(access);
	const { contactEmail } = await readApp(access);
	return {
		app: access.app.name,
		owner: profile.company || profile.full_name || (access.accountName ?? access.email),
		contact: contactEmail ?? access.email,
		date: formatLongDate(clock.now()),
	};
}

function fillIn(content: string, known: Known): string {
	return content.replace(/\{\{(\w+)\}\}/g, (_, key: keyof Known) => escapeMarkdown(known[key]));
}

/** Returns what shows a text within a line of Markdown as it is, in a cell of a table as well. */
function escapeMarkdown(text: string): string {
	return text
		.replace(/[\\`*[\]<>|~]|&(?=#?\w+;)/g, "\\$&")
		.replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_");
}
