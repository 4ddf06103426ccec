import type { UserAccess } from "#app/accounts/access.server.ts";
import { DAY_MS, HOUR_MS } from "#app/platform/time.ts";
import { readActiveSupportForm } from "#app/support/support-form.server.ts";
import { sendToSupport } from "#app/support/support-submission.server.ts";
import { openAccount } from "./account.ts";
import { openApp, publish } from "./app.ts";
import { requestId } from "./request-id.ts";
import { PRIVACY_LEDGER, SUPPORT_QUESTION } from "./texts.ts";
import { at } from "./time.ts";

export const FREE = "free@demo.example";

/** Creates a Free account with one app and a question to support. */
export async function fillFree(): Promise<void> {
	const access = await at(8 * DAY_MS, () => openAccount(FREE, "first-app"));
	const app = await openApp(access, "Bird Diary", "14");
	await publish(app, "Privacy Policy", PRIVACY_LEDGER.replaceAll("Ledgerling", "Bird Diary"), "26");
	await at(6 * HOUR_MS, () => writeToSupport(access));
}

async function writeToSupport(access: UserAccess): Promise<void> {
	const form = await readActiveSupportForm(access);
	if (!form) return;
	const texts: Record<string, string> = { ...SUPPORT_QUESTION, Email: access.email };
	await sendToSupport(access, {
		values: new Map(form.fields.map(({ id, label }) => [id, texts[label] ?? ""])),
		requestId: requestId("31"),
		revision: String(form.revision),
		honeypot: "",
		clientAddress: "192.0.2.1",
	});
}
