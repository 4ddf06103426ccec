/** What the stores ask for, ready to paste (product.md, rules 62 and 63). */
import { describe, expect, test } from "vitest";
import { saveAccountName } from "#app/accounts/account-name/account-name.server.ts";
import { renameApp, saveContactEmail } from "#app/apps/app.server.ts";
import { closeDeletionPage } from "#app/deletion-requests/deletion-page.server.ts";
import { updateDocument } from "#app/documents/document.server.ts";
import { deleteDocument } from "#app/documents/document-deletion.server.ts";
import { transaction } from "#app/platform/db/db.server.ts";
import { createClient } from "../../kit/http/client.ts";
import { decode, readPage } from "../../kit/http/html.ts";
import { serve } from "../../kit/process/serve.ts";
import { createApp } from "../../kit/world/app.ts";
import { openDeletionPage } from "../../kit/world/deletion.ts";
import { createDocument } from "../../kit/world/document.ts";
import { createForm } from "../../kit/world/form.ts";
import { createUser } from "../../kit/world/user.ts";
import { cookieOf } from "../../kit/world/world.ts";
import { readZip } from "../../kit/zip.ts";

const GERMAN =
	"Wir speichern die Notizen auf Ihrem Gerät und nicht bei uns. Sie können sie mit der App löschen.";
const ENGLISH =
	"We store the notes on your device and not with us. You can delete them in the app.";

const server = serve();

/** An owner with an app, signed in. */
async function createOwner(traits: Parameters<typeof createUser>[0] = {}) {
	const user = await createUser(traits);
	const app = await createApp(user, "Notes");
	const client = createClient(server.url, { cookie: await cookieOf(user) });
	const kit = `/app/${app.appId}/kit`;
	const hub = `${server.url}/${user.accountName}/${app.app.slug}`;
	return { user, app, client, kit, hub, read: async () => (await client.get(kit)).text };
}

/** What a page's fields hold, by the id of the row. */
function valuesIn(html: string): Record<string, string> {
	const rows = [...html.matchAll(/<li class="kit-row" id="([\w-]+)">(.*?)<\/li>/gs)];
	return Object.fromEntries(
		rows.flatMap(([, id = "", row = ""]) => {
			const [, typed] = /<input[^>]* value="([^"]*)"/.exec(row) ?? [];
			const [, lines] = /<textarea[^>]*>\n?(.*?)<\/textarea>/s.exec(row) ?? [];
			const value = typed ?? lines;
			return value === undefined ? [] : [[id, decode(value)]];
		}),
	);
}

describe("the store kit", () => {
	test("has the value of every field of every store, to be selected without scripts", async () => {
		const { app, hub, read } = await createOwner();
		await createDocument(app, { content: ENGLISH });
		await createDocument(app, { title: "Terms of Use" });
		await createDocument(app, { title: "End User License Agreement" });
		await createDocument(app, { title: "Child Safety Standards" });
		await saveContactEmail(app, "hello@example.com");
		await openDeletionPage(app, { offersPart: true });
		const html = await read();
		const [privacy, terms, deletion] = ["privacy-policy", "terms-of-use", "deletion"].map(
			(slug) => `${hub}/${slug}`,
		);
		expect(valuesIn(html)).toEqual({
			"apple-description": `Privacy Policy: ${privacy}\nTerms of Use: ${terms}`,
			"apple-support": hub,
			"apple-privacy": privacy,
			"apple-choices": deletion,
			"play-privacy": privacy,
			"play-delete-account": deletion,
			"play-delete-data": deletion,
			"play-child-safety": `${hub}/child-safety-standards`,
			"play-email": "hello@example.com",
			"play-website": hub,
			"meta-privacy": privacy,
			"meta-deletion": deletion,
			"google-privacy": privacy,
			"app-privacy": privacy,
			"app-terms": terms,
			"app-deletion": deletion,
		});
		for (const text of [`${privacy}.txt`, `${hub}/end-user-license-agreement.txt`]) {
			expect(html).toContain(`href="${text}"`);
		}
		const { text } = readPage(html);
		expect(text).toContain("What the stores ask for, as of");
		expect(text).toContain("This is not legal advice.");
		expect(text).toContain("Everything that each app needs is ready.");
		for (const code of [
			`UIApplication.shared.open(URL(string: "${privacy}")!)`,
			`startActivity(Intent(Intent.ACTION_VIEW, Uri.parse("${privacy}")))`,
			`await launchUrl(Uri.parse("${privacy}"));`,
			`await Linking.openURL("${privacy}");`,
		]) {
			expect(decode(html)).toContain(code);
		}
		expect(html).toContain(`${privacy}.json`);
	});

	test("of an empty app leads to the places that mend it, with the sample chosen", async () => {
		const { app, client, read } = await createOwner();
		const html = await read();
		const editor = `/app/${app.appId}/documents/new`;
		for (const to of [
			`${editor}?sample=privacy-policy`,
			`${editor}?sample=terms-of-service`,
			`${editor}?sample=eula`,
			`${editor}?kind=child_safety`,
			`/app/${app.appId}/deletions/page`,
		]) {
			expect(html).toContain(`href="${to}"`);
		}
		expect(readPage(html).text).toContain(
			"Still to do: Support URL (App Store Connect), Privacy Policy URL (App Store Connect), Privacy policy (Google Play Console), Email address (Google Play Console)",
		);
		for (const sample of ["terms-of-service", "eula"]) {
			const { text } = await client.get(`${editor}?sample=${sample}`);
			expect(text).toContain(`<option value="${sample}" selected="">`);
		}
		const { text } = await client.get(`${editor}?kind=child_safety`);
		expect(text).toContain('<option value="child_safety" selected="">');
	});

	test("has whoever adds a contact address back at the row that asked for it", async () => {
		const { app, client, kit, read } = await createOwner();
		for (const row of ["apple-support", "play-email"]) {
			const contact = `/app/${app.appId}/contact?redirectTo=${encodeURIComponent(`${kit}#${row}`)}`;
			expect(await read()).toContain(`href="${contact}"`);
			const { text } = await client.get(contact);
			expect(text).toContain(`action="${contact}"`);
		}
		const address = { contact_email: "help@example.com" };
		const contact = `/app/${app.appId}/contact`;
		const saved = await client.post(`${contact}?redirectTo=${kit}%23play-email`, address);
		expect(saved.headers.location).toBe(`${kit}#play-email`);
		for (const other of ["", "?redirectTo=//evil.example"]) {
			const { headers } = await client.post(contact + other, address);
			expect(headers.location).toBe(`/app/${app.appId}/settings`);
		}
	});

	test("takes a form for a way to reach the developer only while it takes messages", async () => {
		const { user, app, read } = await createOwner({ plan: "pro" });
		await createForm(app);
		const problem = "The page shows no form that takes messages and no contact address.";
		expect(await read()).not.toContain(problem);
		await transaction((tx) =>
			tx.user.update({ where: { id: user.userId }, data: { grantedPlan: null } }),
		);
		expect(await read()).toContain(problem);
	});

	test("says where a page was before, and that Meta takes no redirect", async () => {
		const { user, app, read } = await createOwner();
		const document = await createDocument(app);
		const { accountName } = user;
		await renameApp(app, "Better Notes");
		await updateDocument(app, document.id, {
			...{ title: "Privacy", content: document.content, revision: 1 },
		});
		await saveAccountName(user, `${accountName}-studio`);
		const text = decode(await read());
		const before = `This page was at ${server.url}/${accountName}/better-notes/privacy and at 2 other places before. Those addresses lead here by a redirect`;
		expect(text).toContain(`${before}, which Apple and Google follow.`);
		expect(text).toContain(`${before}. Meta counts that as an error: give Meta the address above.`);
	});

	test("says so of an address that the page had after a name was changed back", async () => {
		const { user, app, read } = await createOwner();
		await renameApp(app, "Better Notes");
		await renameApp(app, "Notes");
		await createDocument(app);
		await renameApp(app, "Better Notes");
		expect(decode(await read())).toContain(
			`This page was at ${server.url}/${user.accountName}/notes/privacy-policy before.`,
		);
	});

	test("says nothing of an address that was left before the deletion page was opened", async () => {
		const { user, app, read } = await createOwner();
		await renameApp(app, "Better Notes");
		await openDeletionPage(app);
		await renameApp(app, "Best Notes");
		const before = `${server.url}/${user.accountName}/better-notes/deletion`;
		expect(decode(await read())).toContain(`This page was at ${before} before.`);
	});

	test("asks which of two documents the stores get, and gives them the chosen one", async () => {
		const { app, client, kit, hub, read } = await createOwner();
		await createDocument(app);
		const second = await createDocument(app, { title: "Privacy Notice" });
		const undecided = await read();
		expect(decode(undecided)).toContain("2 documents could stand here.");
		expect(valuesIn(undecided)["apple-privacy"]).toBe(`${hub}/privacy-policy`);
		const saved = await client.post(kit, { intent: "choices", "choice-privacy": second.id });
		expect([saved.status, saved.headers.location]).toEqual([303, `${kit}#documents`]);
		const decided = await read();
		expect(decode(decided)).not.toContain("documents could stand here. This is");
		expect(valuesIn(decided)["apple-privacy"]).toBe(`${hub}/privacy-notice`);
		// Whatever becomes of the chosen one, the fields are not empty.
		await deleteDocument(app, second.id);
		expect(valuesIn(await read())["apple-privacy"]).toBe(`${hub}/privacy-policy`);
	});

	test("has a row for each language of the App Store, with the document in that language", async () => {
		const { app, client, kit, hub, read } = await createOwner();
		await createDocument(app, { content: ENGLISH });
		await createDocument(app, { title: "Datenschutzerklärung", content: GERMAN });
		const values = { intent: "locales", locale: ["de-DE", "fr-FR", "en-US"] };
		expect((await client.post(kit, values)).headers.location).toBe(`${kit}#languages`);
		const [, table = ""] = /<tbody>(.*?)<\/tbody>/s.exec(await read()) ?? [];
		const rows = [...table.matchAll(/<tr>(.*?)<\/tr>/gs)].map(
			([row]) => readPage(`<body>${row}</body>`).text,
		);
		expect(rows.map((row) => row.replaceAll(hub, ""))).toEqual([
			expect.stringMatching(/^English \(U\.S\.\) en-US \/privacy-policy Copy /),
			expect.stringMatching(/^French fr-FR \/privacy-policy English Copy /),
			expect.stringMatching(/^German de-DE \/datenschutzerklarung Copy /),
		]);
	});

	test("asks for a language's licence only while licences stand for the terms", async () => {
		const { app, client, kit, read } = await createOwner();
		await client.post(kit, { intent: "locales", locale: ["en-GB", "en-US"] });
		for (const title of ["End User License Agreement", "Licence Agreement"]) {
			await createDocument(app, { title, content: ENGLISH });
		}
		expect(await read()).toContain('name="choice-eula:en-GB"');
		await createDocument(app, { title: "Terms of Use", content: ENGLISH });
		const html = await read();
		expect(html).not.toContain('name="choice-eula:en-GB"');
		// The field of App Store Connect for a licence takes one of them beside the terms.
		expect(html).toContain('name="choice-eula"');
	});

	test("keeps what was chosen when it is sent something that doesn't fit", async () => {
		const { app, client, kit } = await createOwner();
		const document = await createDocument(app);
		const terms = await createDocument(app, { title: "Terms" });
		const foreign = await createDocument((await createOwner()).app);
		await client.post(kit, { intent: "locales", locale: "de-DE" });
		await client.post(kit, { intent: "choices", "choice-privacy": document.id });
		const read = () => transaction((tx) => tx.app.findUnique({ where: { id: app.appId } }));
		const before = await read();
		for (const [status, values] of [
			[400, { intent: "locales", locale: ["de-DE", "xx"] }],
			[400, { intent: "everything" }],
			[400, {}],
			[409, { intent: "choices", "choice-privacy": foreign.id }],
			[409, { intent: "choices", "choice-privacy": terms.id }],
			[409, { intent: "choices", "choice-other": document.id }],
			[409, { intent: "choices", "choice-privacy:xx": document.id }],
			[409, { intent: "choices", "choice-constructor": document.id }],
		] as const) {
			const answer = await client.post(kit, values as never);
			expect([values, answer.status]).toEqual([values, status]);
			expect(answer.text).toContain("Nothing was changed.");
		}
		expect(await read()).toEqual(before);
	});
});

describe("the folder for fastlane", () => {
	const zipOf = async ({ client, kit }: Awaited<ReturnType<typeof createOwner>>) => {
		const { bytes, headers } = await client.get(`${kit}/fastlane`);
		expect(headers["content-disposition"]).toBe('attachment; filename="notes-fastlane.zip"');
		return readZip(bytes);
	};

	test("has fastlane's names, for each language that was chosen", async () => {
		const owner = await createOwner();
		const { app, client, kit, hub } = owner;
		await createDocument(app, { content: ENGLISH });
		await createDocument(app, { title: "Datenschutzerklärung", content: GERMAN });
		await client.post(kit, { intent: "locales", locale: ["en-US", "de-DE"] });
		const files = await zipOf(owner);
		expect([...files.keys()]).toEqual(
			["en-US", "de-DE"].flatMap((locale) =>
				["privacy_url", "support_url", "apple_tv_privacy_policy"].map(
					(name) => `fastlane/metadata/${locale}/${name}.txt`,
				),
			),
		);
		expect(files.get("fastlane/metadata/de-DE/privacy_url.txt")).toBe(
			`${hub}/datenschutzerklarung\n`,
		);
		expect(files.get("fastlane/metadata/de-DE/support_url.txt")).toBe(`${hub}\n`);
		expect(files.get("fastlane/metadata/de-DE/apple_tv_privacy_policy.txt")).toBe(
			`Datenschutzerklärung\n\n${GERMAN}\n`,
		);
		expect(files.get("fastlane/metadata/en-US/privacy_url.txt")).toBe(`${hub}/privacy-policy\n`);
	});

	test("is one for every language while none was chosen, and empties nothing that is missing", async () => {
		const files = await zipOf(await createOwner());
		expect([...files.keys()]).toEqual(["fastlane/metadata/default/support_url.txt"]);
	});
});

describe("before something goes", () => {
	test("the page says which fields of the stores have the address of a document", async () => {
		const { app, client } = await createOwner();
		const privacy = await createDocument(app);
		const other = await createDocument(app, { title: "Imprint" });
		const pageOf = async ({ id }: { id: string }) =>
			readPage((await client.get(`/app/${app.appId}/documents/${id}/deletion`)).text).text;
		const text = await pageOf(privacy);
		expect(text).toContain(
			"This address is in your store kit as Privacy Policy. Both stores require it for as long as the app can be had.",
		);
		for (const field of [
			"App Store Connect › App Privacy › Privacy Policy URL",
			"Google Play Console › Policy and programs › App content › Privacy policy",
			"Meta App Dashboard › App settings › Basic › Privacy Policy URL",
		]) {
			expect(text).toContain(field);
		}
		expect(await pageOf(other)).not.toContain("store kit as");
	});

	test("the page says so of a document that stands for one language alone", async () => {
		const { app, client, kit } = await createOwner();
		await createDocument(app, { content: ENGLISH });
		const german = await createDocument(app, { title: "Datenschutzerklärung", content: GERMAN });
		await client.post(kit, { intent: "locales", locale: ["en-US", "de-DE"] });
		const { text } = await client.get(`/app/${app.appId}/documents/${german.id}/deletion`);
		expect(text).toContain("App Store Connect › German");
	});

	test("the page names no language for a licence where the terms stand", async () => {
		const { app, client, kit } = await createOwner();
		await createDocument(app, { title: "Terms of Use", content: ENGLISH });
		await createDocument(app, { title: "License Agreement", content: ENGLISH });
		const german = await createDocument(app, { title: "License Agreement DE", content: GERMAN });
		await client.post(kit, { intent: "locales", locale: ["en-US", "de-DE"] });
		const { text } = await client.get(`/app/${app.appId}/documents/${german.id}/deletion`);
		expect(readPage(text).text).toContain("License Agreement DE");
		expect(text).not.toContain("in your store kit");
	});

	test("the page says so of an app", async () => {
		const { app, client } = await createOwner();
		const { text } = await client.get(`/app/${app.appId}/deletion`);
		expect(readPage(text).text).toContain(
			"Its addresses are in your store kit. Both stores require a privacy policy, and Apple a way to reach you, for as long as the app can be had.",
		);
		expect(text).toContain("App Store Connect › Version › Support URL");
	});
});

test("a closed deletion page is no page to give to a store", async () => {
	const { app, read } = await createOwner();
	await openDeletionPage(app);
	await closeDeletionPage(app);
	expect(await read()).toContain("The page is closed and takes no requests.");
});

test("the page after publishing names the fields for a document of its kind, and leads to the kit", async () => {
	const { app, client, kit } = await createOwner();
	const pageOf = async (title: string) => {
		const { id } = await createDocument(app, { title });
		return (await client.get(`/app/${app.appId}/documents/${id}/published`)).text;
	};
	const privacy = await pageOf("Privacy Policy");
	expect(privacy).toContain("App Privacy → Privacy Policy URL");
	expect(privacy).toContain(`href="${kit}"`);
	const eula = await pageOf("End User License Agreement");
	expect(eula).toContain("App Information → License Agreement");
	expect(eula).not.toContain("Privacy Policy URL");
	expect(await pageOf("Imprint")).toContain(
		"No field of a store asks for a document like this one.",
	);
});
