/**
 * The localizations of the App Store, with the names that App Store Connect shows: all 50 since
 * 31 March 2026. The codes are those of fastlane 2.237.0
 * (fastlane_core/lib/fastlane_core/languages.rb, read on 22 November 2026), because its folders have
 * these names. Other tools write Bangla as "bn" and Urdu as "ur".
 */
export const STORE_LOCALES: Record<string, string> = {
	"ar-SA": "Arabic",
	"bn-BD": "Bangla",
	ca: "Catalan",
	"zh-Hans": "Chinese (Simplified)",
	"zh-Hant": "Chinese (Traditional)",
	hr: "Croatian",
	cs: "Czech",
	da: "Danish",
	"nl-NL": "Dutch",
	"en-AU": "English (Australia)",
	"en-CA": "English (Canada)",
	"en-GB": "English (U.K.)",
	"en-US": "English (U.S.)",
	fi: "Finnish",
	"fr-FR": "French",
	"fr-CA": "French (Canada)",
	"de-DE": "German",
	el: "Greek",
	"gu-IN": "Gujarati",
	he: "Hebrew",
	hi: "Hindi",
	hu: "Hungarian",
	id: "Indonesian",
	it: "Italian",
	ja: "Japanese",
	"kn-IN": "Kannada",
	ko: "Korean",
	ms: "Malay",
	"ml-IN": "Malayalam",
	"mr-IN": "Marathi",
	no: "Norwegian",
	"or-IN": "Odia",
	pl: "Polish",
	"pt-BR": "Portuguese (Brazil)",
	"pt-PT": "Portuguese (Portugal)",
	"pa-IN": "Punjabi",
	ro: "Romanian",
	ru: "Russian",
	sk: "Slovak",
	"sl-SI": "Slovenian",
	"es-MX": "Spanish (Mexico)",
	"es-ES": "Spanish (Spain)",
	sv: "Swedish",
	"ta-IN": "Tamil",
	"te-IN": "Telugu",
	th: "Thai",
	tr: "Turkish",
	uk: "Ukrainian",
	"ur-PK": "Urdu",
	vi: "Vietnamese",
};

/** Returns the codes of a stored or posted list that the App Store has, in the order of the names. */
export function readLocales(codes: unknown): string[] {
	const chosen = new Set(Array.isArray(codes) ? codes : []);
	return Object.keys(STORE_LOCALES).filter((code) => chosen.has(code));
}

/** Returns the language of a localization, as `lang` has it. */
export function languageOfLocale(code: string): string {
	return code.split("-")[0] ?? code;
}
