import { saveAccountName } from "#app/accounts/account-name.server.ts";
import { dismissGuide } from "#app/accounts/user.server.ts";
import { grantPlan } from "#app/admin/administration.server.ts";
import { saveReply } from "#app/conversations/saved-reply.server.ts";
import { DAY_MS } from "#app/platform/time.ts";
import { signUpConfirmed } from "./account.ts";
import { giveContact, improve, openApp, publish } from "./app.ts";
import { publishContactForm } from "./contact-form.ts";
import { fillConversations } from "./conversations.ts";
import {
	EULA_TIDES,
	PRIVACY_GARDEN,
	PRIVACY_LEDGER,
	PRIVACY_TIDES,
	TERMS_GARDEN,
} from "./texts.ts";
import { at } from "./time.ts";

export const DEVELOPER = "developer@demo.example";
const ACCOUNT_NAME = "meadow-apps";

/** Creates a developer on Pro with three apps, a form and a conversation in each state. */
export async function fillDeveloper(today: Date): Promise<void> {
	const then = <T>(ago: number, work: () => Promise<T>) => at(today, ago, work);
	let access = await then(41 * DAY_MS, () => signUpConfirmed(DEVELOPER));
	if (access.accountName === null) {
		await then(41 * DAY_MS, () => saveAccountName(access, ACCOUNT_NAME));
		access = { ...access, accountName: ACCOUNT_NAME };
	}
	await then(40 * DAY_MS, () => dismissGuide(access));
	await then(40 * DAY_MS, () => grantPlan(DEVELOPER, "pro"));

	const garden = await then(39 * DAY_MS, () => openApp(access, "Pocket Garden", "11"));
	await then(39 * DAY_MS, () => giveContact(garden, "hello@meadow-apps.example"));
	const privacy = await then(39 * DAY_MS, () =>
		publish(garden, "Privacy Policy", PRIVACY_GARDEN.replace("90 days", "180 days"), "21"),
	);
	await then(6 * DAY_MS, () => improve(garden, privacy, PRIVACY_GARDEN));
	await then(38 * DAY_MS, () => publish(garden, "Terms of Use", TERMS_GARDEN, "22"));
	const tides = await then(17 * DAY_MS, () => openApp(access, "Tide Table", "12"));
	await then(17 * DAY_MS, () => publish(tides, "Privacy Policy", PRIVACY_TIDES, "23"));
	await then(16 * DAY_MS, () => publish(tides, "End User License Agreement", EULA_TIDES, "24"));
	const ledger = await then(2 * DAY_MS, () => openApp(access, "Ledgerling", "13"));
	await then(2 * DAY_MS, () => publish(ledger, "Privacy Policy", PRIVACY_LEDGER, "25"));

	const form = await then(30 * DAY_MS, () => publishContactForm(garden));
	await then(29 * DAY_MS, () =>
		saveReply(access, {
			title: "Thanks for the report",
			text: "Thank you for writing. We look into it, and you hear from us here within two days.",
		}),
	);
	await fillConversations(today, access, form);
}
