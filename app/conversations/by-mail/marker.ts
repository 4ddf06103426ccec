/** What our mails say above their words, so that we know in an answer where its writer's end. */
const WORDS: Record<string, string> = {
	en: "Write above this line",
	de: "Über dieser Zeile schreiben",
	fr: "Écrivez au-dessus de cette ligne",
	es: "Escriba por encima de esta línea",
	pt: "Escreva acima desta linha",
	it: "Scrivi sopra questa riga",
	nl: "Schrijf boven deze regel",
	pl: "Pisz powyżej tej linii",
	ja: "この行より上にお書きください",
};

/** The lines of all languages that stand between a writer's words and the mail that they answer. */
export const MARKERS: string[] = Object.values(WORDS).map((words) => `— ${words} —`);

/** Returns the line in a language, given as a tag for `lang`; in English for any other. */
export function markerIn(language: string | null): string {
	return `— ${WORDS[language ?? "en"] ?? WORDS.en} —`;
}
