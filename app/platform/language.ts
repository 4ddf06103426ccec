/** Letters that belong to one language, or to one that is by far the most likely. */
const SCRIPTS: [language: string, letters: RegExp][] = [
	["ja", /[\u3040-\u30FF]/g],
	["ko", /[\uAC00-\uD7AF]/g],
	["zh", /[\u4E00-\u9FFF]/g],
	["fa", /[\u067E\u0686\u0698\u06AF]/g],
	["ar", /[\u0600-\u06FF]/g],
	["he", /[\u05D0-\u05EA]/g],
	["hi", /[\u0904-\u0939]/g],
	["th", /[\u0E01-\u0E2E]/g],
	["el", /[\u03B1-\u03C9]/g],
	["uk", /[\u0456\u0457\u0454\u0491]/g],
	["ru", /[\u0430-\u044F]/g],
];

/** Words that are frequent in one language and rare in the others. */
const WORDS: [language: string, words: string][] = [
	["en", "the and of to is that we you your our this with for not are by or"],
	["de", "der die das und ist nicht wir sie ihre von mit für auf werden den ein eine oder zu"],
	["fr", "le les des et est nous vous votre vos que pour dans une pas sont avec par aux du"],
	["es", "el los las y es que usted su sus para una por con del nuestra nuestros no se al"],
	["pt", "o os as e é que você seu sua para uma por com não do da dos nossos em ao"],
	["it", "il gli e è che tuoi per una con non del della dei delle nostri sono di alla i dati"],
	["nl", "de het een en is dat wij u uw van voor met niet op zijn of wordt worden door"],
	["pl", "i w z na do się nie jest że dla oraz przez lub są od twoje dane które"],
	["sv", "och att det som är vi du din för på av inte med eller den har kan ditt"],
	["da", "og at det som er vi du din for på af ikke med eller den har kan dine"],
	["cs", "a v na se je že pro nebo jsou vaše jako které od za při podle údaje"],
	["tr", "ve bir bu için ile olarak veya de da kişisel tarafından gibi daha olan sizin"],
	["fi", "ja on ei se että tai voi ovat sekä kun jos sinun tietoja käyttää"],
	["id", "dan yang di untuk dengan tidak kami anda atau dari ini pada data akan"],
	["vi", "và của là các cho không có được chúng tôi bạn trong với thông tin"],
];

/** The languages that each of these words is frequent in. */
const LANGUAGES = Map.groupBy(
	WORDS.flatMap(([language, words]) => words.split(" ").map((word) => ({ word, language }))),
	({ word }) => word,
);

/** Every visit of a page reads so many characters, so there are few. */
const SAMPLE_LENGTH = 1_500;
const HTML_LENGTH = 4_000;
const LEAST_WORDS = 3;
/** A letter of a script counts as a word if every eighth letter is of that script. */
const LETTERS_SHARE = 1 / 8;
/** Letters in lower case, and few other characters. `\p{L}` says it exactly, four times as slowly. */
const WORD = /[a-z\u00C0-\u1FFF\u3040-\uD7FF]+/g;
/** Where the scripts are whose letters are counted. Latin letters and usual punctuation are not. */
const OTHER_SCRIPTS = /[\u0370-\u1DFF\u3000-\uD7FF]/;

const RTL = new Set(["ar", "fa", "he"]);

/** Returns the likely language of a text, as a tag for `lang`, or null when that is unclear. */
export function languageOf(text: string): string | null {
	const sample = text.slice(0, SAMPLE_LENGTH).toLowerCase();
	const words = sample.match(WORD) ?? [];
	const language = OTHER_SCRIPTS.test(sample) ? languageOfLetters(sample, words) : null;
	return language ?? languageOfWords(words);
}

/** Returns the likely language of a rendered text, as languageOf does. */
export function languageOfHtml(html: string): string | null {
	return languageOf(html.slice(0, HTML_LENGTH).replace(/<[^<>]*>/g, " "));
}

function languageOfLetters(sample: string, words: string[]): string | null {
	const letters = words.reduce((sum, { length }) => sum + length, 0);
	for (const [language, pattern] of SCRIPTS) {
		const share = (sample.match(pattern)?.length ?? 0) / letters;
		// A few letters tell Persian from Arabic and Ukrainian from Russian, and kana from Han.
		const needed = /^(?:ja|fa|uk)$/.test(language) ? LETTERS_SHARE / 8 : LETTERS_SHARE;
		if (share > needed) return language;
	}
	return null;
}

function languageOfWords(words: string[]): string | null {
	const counts = new Map<string, number>();
	for (const word of words) {
		for (const { language } of LANGUAGES.get(word) ?? []) {
			counts.set(language, (counts.get(language) ?? 0) + 1);
		}
	}
	const [first, second] = [...counts].sort(([, a], [, b]) => b - a);
	if (!first || first[1] < LEAST_WORDS || first[1] === second?.[1]) return null;
	return first[0];
}

/** Returns the direction in which a language is written. */
export function directionOf(language: string | null): "rtl" | undefined {
	return language !== null && RTL.has(language) ? "rtl" : undefined;
}
