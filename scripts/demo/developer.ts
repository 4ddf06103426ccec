import { dismissGuide } from "#app/accounts/user.server.ts";
import { grantPlan } from "#app/admin/administration.server.ts";
import { saveReply } from "#app/conversations/saved-reply.server.ts";
import { DAY_MS } from "#app/platform/time.ts";
import { saveStoreLocales } from "#app/store-kit/kit-choices.server.ts";
import { openAccount } from "./account.ts";
import { giveContact, improve, openApp, publish } from "./app.ts";
import { publishContactForm } from "./contact-form.ts";
import { fillConversations } from "./conversations.ts";
import { askForDeletion, openPage } from "./deletion.ts";
import {
	EULA_TIDES,
	PRIVACY_GARDEN,
	PRIVACY_LEDGER,
	PRIVACY_TIDES,
	TERMS_GARDEN,
} from "./texts.ts";
import { at } from "./time.ts";

export const DEVELOPER = "developer@demo.example";

/**
 * Creates a developer on Pro with three apps, a form, a conversation in each state, and a deletion
 * page with a request that is due in six days.
 */
export async function fillDeveloper(): Promise<void> {
	const access = await at(41 * DAY_MS, () => openAccount(DEVELOPER, "meadow-apps"));
	await at(40 * DAY_MS, () => dismissGuide(access));
	await at(40 * DAY_MS, () => grantPlan(DEVELOPER, "pro"));

	const garden = await at(39 * DAY_MS, () => openApp(access, "Pocket Garden", "11"));
	await at(39 * DAY_MS, () => giveContact(garden, "hello@meadow-apps.example"));
	const privacy = await at(39 * DAY_MS, () =>
		publish(garden, "Privacy Policy", PRIVACY_GARDEN.replace("90 days", "180 days"), "21"),
	);
	await at(6 * DAY_MS, () => improve(garden, privacy, PRIVACY_GARDEN));
	await at(38 * DAY_MS, () => publish(garden, "Terms of Use", TERMS_GARDEN, "22"));
	await at(38 * DAY_MS, () => saveStoreLocales(garden, ["en-US", "en-GB", "de-DE"]));
	const tides = await at(17 * DAY_MS, () => openApp(access, "Tide Table", "12"));
	await at(17 * DAY_MS, () => publish(tides, "Privacy Policy", PRIVACY_TIDES, "23"));
	await at(16 * DAY_MS, () => publish(tides, "End User License Agreement", EULA_TIDES, "24"));
	const ledger = await at(2 * DAY_MS, () => openApp(access, "Ledgerling", "13"));
	await at(2 * DAY_MS, () => publish(ledger, "Privacy Policy", PRIVACY_LEDGER, "25"));

	const form = await at(30 * DAY_MS, () => publishContactForm(garden));
	await at(29 * DAY_MS, () =>
		saveReply(access, {
			title: "Thanks for the report",
			text: "Thank you for writing. We look into it, and you hear from us here within two days.",
		}),
	);
	await fillConversations(access, form);
	await at(28 * DAY_MS, () => openPage(garden));
	await at(24 * DAY_MS, () =>
		askForDeletion(garden, "lena@visitor.example", "I have a new phone, and no garden any more."),
	);
}
