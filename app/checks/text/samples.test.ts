import fs from "node:fs";
import { expect, test } from "vitest";
import { check } from "../../../tests/kit/checked.ts";
import type { About } from "./finding.ts";

const FILLED = {
	app: "Fernlight",
	owner: "Ada",
	contact: "ada@fernlight.app",
	date: "3 March 2026",
};

/** What a reader misses in our own samples, once they are filled in. */
test.each<[file: string, kind: About["kind"], missing: string[], unsure: string[]]>([
	["privacy-policy", "privacy", ["security", "consent"], ["equal-protection"]],
	["collects-nothing", "privacy", ["security", "consent"], ["equal-protection"]],
	["terms-of-service", "terms", [], []],
	["eula", "eula", [], []],
])("of the sample %s (%s), %j is missing and %j open", (file, kind, missing, unsure) => {
	const sample = fs.readFileSync(`app/documents/samples/${file}.md`, "utf8");
	const source = sample.replace(/\{\{(\w+)\}\}/g, (_, key: keyof typeof FILLED) => FILLED[key]);
	const { findings } = check(source, { kind });
	const idsOf = (state: string) =>
		findings.filter((finding) => finding.state === state).map(({ id }) => id);
	expect([idsOf("missing"), idsOf("unsure")]).toEqual([missing, unsure]);
	expect(new Set(idsOf("problem"))).toEqual(new Set(/\[/.test(sample) ? ["placeholder"] : []));
});

/** A policy of a few sentences, with all that is looked for, in each language with word lists. */
test.each([
	[
		"en",
		"We collect your e-mail address to answer you. We share it with no third party; our provider is bound by contract to protect it. It is encrypted. We keep it for as long as you use the app. You may ask us to delete your data, and withdraw your consent. Children under 13 may not use the app.",
	],
	[
		"de",
		"Wir erheben Ihre E-Mail-Adresse, um Ihnen zu antworten, und nutzen sie nur für diesen Zweck. Wir geben sie nicht an Dritte weiter; unser Dienstleister ist vertraglich zum gleichen Schutz verpflichtet. Sie ist verschlüsselt. Wir bewahren sie auf, solange Sie die App nutzen. Sie können die Löschung Ihrer Daten verlangen und Ihre Einwilligung widerrufen. Kinder unter 13 Jahren dürfen die App nicht nutzen.",
	],
	[
		"fr",
		"Nous collectons votre adresse pour vous répondre et nous l'utilisons dans ce but. Nous ne la partageons pas avec des tiers ; notre prestataire est tenu de la protéger de la même façon. Elle est chiffrée. Nous la conservons tant que vous utilisez l'application. Vous pouvez demander la suppression de vos données et retirer votre consentement. Les enfants de moins de 13 ans ne sont pas admis.",
	],
	[
		"es",
		"Recopilamos su dirección para responder y la usamos para esto. No la compartimos con terceros; nuestro proveedor está obligado por contrato a protegerla. Está cifrada. La conservamos mientras usted use la aplicación. Usted puede solicitar la eliminación de sus datos y retirar su consentimiento. Los menores de 13 años no pueden usar la aplicación.",
	],
	[
		"pt",
		"Coletamos o seu endereço para responder e o usamos para isso. Não o compartilhamos com terceiros; o nosso provedor é obrigado por contrato a protegê-lo. Ele é criptografado. Nós o guardamos enquanto você usar o aplicativo. Você pode solicitar a exclusão dos seus dados e retirar o seu consentimento. Menores de 13 anos não podem usar o aplicativo.",
	],
	[
		"it",
		"Raccogliamo il tuo indirizzo per rispondere e lo utilizziamo per questo. Non lo condividiamo con terzi; il nostro fornitore è tenuto per contratto a proteggerlo. È cifrato con misure di sicurezza. Lo conserviamo per il tempo necessario. Puoi chiedere la cancellazione dei dati e revocare il consenso. I minori di 13 anni non possono usare l'app.",
	],
	[
		"ja",
		"本アプリはお客様の情報を収集し、お問い合わせに回答する目的で利用します。第三者には提供しません。委託先は契約により同等の保護の義務を負います。情報は暗号化されます。利用期間まで保存します。お客様はデータの削除を請求でき、同意を撤回できます。13歳未満の方は利用できません。",
	],
])("a short policy in %s has all that is looked for", (language, text) => {
	const seen = check(`${text}\n\nFernlight, ada@fernlight.app, 2026-03-03`);
	expect(seen.language).toBe(language);
	expect(seen.findings.filter(({ state }) => state !== "found")).toEqual([]);
});
