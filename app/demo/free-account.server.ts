import { DAY_MS, HOUR_MS } from "~/lib/time";
import type { UserAccess } from "~/models/access.server";
import { saveAccountName } from "~/models/account-name.server";
import { readActiveSupportForm } from "~/models/support-form.server";
import { sendToSupport } from "~/models/support-submission.server";
import { signUpConfirmed } from "./account.server";
import { openApp, publish } from "./app.server";
import { requestId } from "./request-id.server";
import { PRIVACY_LEDGER, SUPPORT_QUESTION } from "./texts.server";
import { at } from "./time.server";

export const FREE = "free@demo.example";

/** An account on Free with one app, which has asked support a question. */
export async function fillFree(today: Date): Promise<void> {
	let access = await at(today, 8 * DAY_MS, () => signUpConfirmed(FREE));
	if (access.accountName === null) {
		await saveAccountName(access, "first-app");
		access = { ...access, accountName: "first-app" };
	}
	const app = await openApp(access, "Bird Diary", "14");
	await publish(app, "Privacy Policy", PRIVACY_LEDGER.replaceAll("Ledgerling", "Bird Diary"), "26");
	await at(today, 6 * HOUR_MS, () => writeToSupport(access));
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
