/** The kinds of documents (product.md, rule 53), in the editor's order, as people read them. */
export const KIND_LABELS = {
	privacy: "Privacy policy",
	terms: "Terms",
	eula: "License agreement (EULA)",
	child_safety: "Child safety standards",
	cookies: "Cookie policy",
	other: "Something else",
} as const satisfies Record<string, string>;

export type Kind = keyof typeof KIND_LABELS;
export const KINDS = Object.keys(KIND_LABELS) as Kind[];

/** What titles say, in the languages that apps are sold in most. The first that fits counts. */
const TITLES: [Kind, RegExp][] = [
	[
		"child_safety",
		/child (safety|protection)|csae|kinderschutz|jugendschutz|protection de l.enfance|(seguridad|protecci[óo]n) infantil|児童/,
	],
	[
		"privacy",
		/priva|datenschutz|confidentialit|riservatezza|プライバシー|个人信息|隐私|隱私|개인정보/,
	],
	["cookies", /cookie|クッキー/],
	["eula", /\beula\b|end.?user|licen[cs]|lizenz|licenza|使用許諾/],
	[
		"terms",
		/terms|conditions|nutzungsbedingungen|gesch[äa]ftsbedingungen|\bagb\b|\bcg[uv]\b|t[ée]rminos|termos|termini|condi[cz]ion|利用規約|条款|條款|이용약관/,
	],
];

/** Returns the kind that a title tells, or "other". */
export function guessKind(title: string): Kind {
	const words = title.toLowerCase();
	return TITLES.find(([, pattern]) => pattern.test(words))?.[0] ?? "other";
}

/** Returns a stored or posted kind, or null: the title tells it. */
export function readKind(value: unknown): Kind | null {
	return KINDS.find((kind) => kind === value) ?? null;
}

/** Returns a document's kind: its owner's choice, or what its title tells. */
export function kindOf({ kind, title }: { kind: string | null; title: string }): Kind {
	return readKind(kind) ?? guessKind(title);
}
