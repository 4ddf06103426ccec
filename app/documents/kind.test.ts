import fs from "node:fs";
import { expect, test } from "vitest";
import { guessKind, KINDS, kindOf, readKind } from "./kind.ts";

test.each([
	["Privacy Policy", "privacy"],
	["PRIVACY & COOKIES", "privacy"],
	["Datenschutzerklärung", "privacy"],
	["Politique de confidentialité", "privacy"],
	["Política de Privacidad", "privacy"],
	["Informativa sulla privacy", "privacy"],
	["プライバシーポリシー", "privacy"],
	["Cookie Policy", "cookies"],
	["Terms of Service", "terms"],
	["Allgemeine Geschäftsbedingungen", "terms"],
	["AGB", "terms"],
	["Conditions générales d'utilisation", "terms"],
	["Términos y condiciones", "terms"],
	["利用規約", "terms"],
	["EULA", "eula"],
	["End User License Agreement", "eula"],
	["Endbenutzer-Lizenzvertrag", "eula"],
	["Child Safety Standards", "child_safety"],
	["Imprint", "other"],
	["Agbar", "other"],
	["", "other"],
])("%s is of the kind %s", (title, kind) => {
	expect(guessKind(title)).toBe(kind);
});

test("the owner's choice counts more than the title", () => {
	expect(kindOf({ kind: "terms", title: "Privacy Policy" })).toBe("terms");
	expect(kindOf({ kind: null, title: "Privacy Policy" })).toBe("privacy");
});

test("anything else is no choice", () => {
	expect(readKind("constructor")).toBeNull();
	expect(readKind(["terms"])).toBeNull();
	expect(readKind(undefined)).toBeNull();
});

test("the page on documents names the kinds that a document's JSON may have", () => {
	const [line = ""] = fs.readFileSync("docs/documents.md", "utf8").match(/^- `kind` is .*$/m) ?? [];
	const named = [...line.matchAll(/`(\w+)`/g)].map(([, name]) => name);
	expect(named).toEqual(["kind", ...KINDS]);
});
