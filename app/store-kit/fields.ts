import type { StoreField } from "./store-field.ts";

const VERSION_PAGE = ["App Store Connect", "Version"];
const APP_PRIVACY = ["App Store Connect", "App Privacy"];
const APP_CONTENT = ["Google Play Console", "Policy and programs", "App content"];
const STORE_SETTINGS = ["Google Play Console", "Grow users", "Store presence", "Store settings"];
const META = ["Meta App Dashboard", "App settings", "Basic"];

const APPLE_HELP = "https://developer.apple.com/help/app-store-connect";
const APPLE_VERSION = `${APPLE_HELP}/reference/platform-version-information`;
const APPLE_PRIVACY = `${APPLE_HELP}/manage-app-information/manage-app-privacy`;
/** Where Apple quotes its rule to a developer whose app it refused. */
const APPLE_REJECTION = "https://developer.apple.com/forums/thread/807082";
const APPLE_GUIDELINES = "https://developer.apple.com/app-store/review/guidelines/";
const PLAY_HELP = "https://support.google.com/googleplay/android-developer/answer";
const PLAY_DELETION = `${PLAY_HELP}/13327111`;
const PLAY_CONTACT = `${PLAY_HELP}/13634081`;
const META_HELP = "https://developers.facebook.com/docs/development";

const NO_PRIVACY = "Both stores require one, also of apps that collect nothing.";
const NO_TERMS = "No document is your terms.";
const IF_SUBSCRIPTIONS = "Only for apps with subscriptions that renew themselves.";
const IF_ACCOUNTS = "Only for apps in which people can make an account.";
const IF_META = "Only for apps with Facebook Login or something else of Meta's.";

/**
 * Every field, in the order in which its store asks. Whoever has read a rule again at its source
 * changes the row's day: fields.test.ts fails once a row was not read for 180 days. The App Review
 * guidelines, Google Play's User Data policy and Google's brand verification were read in copies that
 * agree with each other, so these come first when the list is read again.
 */
export const STORE_FIELDS: readonly StoreField[] = [
	{
		id: "apple-description",
		store: "app-store",
		name: "Description",
		place: VERSION_PAGE,
		content: "links",
		forWhom: `${IF_SUBSCRIPTIONS} These lines belong at the end of the description.`,
		ifMissing: "Apple asks for a working link to both texts.",
		rule: { name: "Guideline 3.1.2", source: APPLE_REJECTION, checkedOn: "2026-11-22" },
	},
	{
		id: "apple-support",
		store: "app-store",
		name: "Support URL",
		place: VERSION_PAGE,
		content: "support",
		isRequired: true,
		ifMissing: "",
		rule: { name: "Guideline 1.5", source: APPLE_VERSION, checkedOn: "2026-11-22" },
	},
	{
		id: "apple-license",
		store: "app-store",
		name: "License Agreement",
		place: ["App Store Connect", "App Information"],
		content: "eula-text",
		forWhom: "Optional. The field takes text, and no address.",
		ifMissing: "Without a text of yours, Apple's standard agreement applies.",
		rule: {
			name: "Custom license agreements",
			source: `${APPLE_HELP}/manage-app-information/provide-a-custom-license-agreement`,
			checkedOn: "2026-11-22",
		},
	},
	{
		id: "apple-privacy",
		store: "app-store",
		name: "Privacy Policy URL",
		place: APP_PRIVACY,
		content: "privacy",
		isRequired: true,
		ifMissing: NO_PRIVACY,
		note: "Once the app is sold, Apple takes another address only with its next version.",
		rule: { name: "Guideline 5.1.1(i)", source: APPLE_PRIVACY, checkedOn: "2026-11-22" },
	},
	{
		id: "apple-choices",
		store: "app-store",
		name: "User Privacy Choices URL",
		place: APP_PRIVACY,
		content: "deletion",
		forWhom: "Optional: a page on which people ask for the deletion of their data.",
		ifMissing: "Apple requires no such page here.",
		rule: { name: "App privacy", source: APPLE_PRIVACY, checkedOn: "2026-11-22" },
	},
	{
		id: "apple-tv",
		store: "app-store",
		name: "Apple TV Privacy Policy",
		place: APP_PRIVACY,
		content: "privacy-text",
		forWhom: "Only for apps on Apple TV. The field takes text, and no address.",
		ifMissing: "There is no privacy policy to take the text from.",
		rule: { name: "App privacy", source: APPLE_PRIVACY, checkedOn: "2026-11-22" },
	},
	{
		id: "play-privacy",
		store: "google-play",
		name: "Privacy policy",
		place: APP_CONTENT,
		content: "privacy",
		isRequired: true,
		ifMissing: NO_PRIVACY,
		rule: { name: "User Data policy", source: `${PLAY_HELP}/10144311`, checkedOn: "2026-11-22" },
	},
	{
		id: "play-delete-account",
		store: "google-play",
		name: "Delete account URL",
		place: [...APP_CONTENT, "Data safety"],
		content: "deletion",
		forWhom: IF_ACCOUNTS,
		ifMissing: "Google Play requires it where people can make an account.",
		rule: { name: "Account deletion", source: PLAY_DELETION, checkedOn: "2026-11-22" },
	},
	{
		id: "play-delete-data",
		store: "google-play",
		name: "Delete data URL",
		place: [...APP_CONTENT, "Data safety"],
		content: "part-deletion",
		forWhom: "Optional: where people ask for the deletion of some data and keep the account.",
		ifMissing: "Google Play does not require it.",
		rule: { name: "Account deletion", source: PLAY_DELETION, checkedOn: "2026-11-22" },
	},
	{
		id: "play-child-safety",
		store: "google-play",
		name: "Child safety standards URL",
		place: [...APP_CONTENT, "Child safety standards"],
		content: "child_safety",
		forWhom: "Only for social and dating apps.",
		ifMissing: "Google Play has required it of social and dating apps since 19 March 2025.",
		note: "The page has to name the app or you, as Google Play does.",
		rule: {
			name: "Child safety standards",
			source: `${PLAY_HELP}/9876714`,
			checkedOn: "2026-11-21",
		},
	},
	{
		id: "play-email",
		store: "google-play",
		name: "Email address",
		place: STORE_SETTINGS,
		content: "contact",
		isRequired: true,
		ifMissing: "Google Play publishes no app without one.",
		rule: { name: "Contact details", source: PLAY_CONTACT, checkedOn: "2026-11-22" },
	},
	{
		id: "play-website",
		store: "google-play",
		name: "Website",
		place: STORE_SETTINGS,
		content: "hub",
		forWhom: "Optional. The app's public page will do, if you have no other site.",
		ifMissing: "",
		rule: { name: "Contact details", source: PLAY_CONTACT, checkedOn: "2026-11-22" },
	},
	{
		id: "meta-privacy",
		store: "elsewhere",
		name: "Privacy Policy URL",
		place: META,
		content: "privacy",
		forWhom: IF_META,
		ifMissing: "Meta requires one.",
		rule: {
			name: "Meta's privacy policy expectations",
			source: `${META_HELP}/terms-and-policies/privacy-policy`,
			checkedOn: "2026-11-22",
		},
	},
	{
		id: "meta-deletion",
		store: "elsewhere",
		name: "User data deletion",
		place: META,
		content: "deletion",
		forWhom: `${IF_META} Choose “Data deletion instructions URL” there.`,
		ifMissing: "Meta asks for such a page, or for a callback.",
		rule: {
			name: "Meta's data deletion",
			source: `${META_HELP}/create-an-app/app-dashboard/data-deletion-callback`,
			checkedOn: "2026-11-21",
		},
	},
	{
		id: "google-privacy",
		store: "elsewhere",
		name: "Application privacy policy link",
		place: ["Google Auth Platform", "Branding"],
		content: "privacy",
		forWhom: "Only for apps that people sign in to with Google.",
		ifMissing: "Google asks for one.",

		rule: {
			name: "Brand verification",
			source: "https://support.google.com/cloud/answer/13806988",
			checkedOn: "2026-11-22",
		},
	},
	{
		id: "app-privacy",
		store: "in-your-app",
		name: "Privacy policy",
		place: ["Settings, About, or wherever people look for it"],
		content: "privacy",
		isRequired: true,
		ifMissing: "Apple wants it to be easy to find in the app, too.",
		rule: { name: "Guideline 5.1.1(i)", source: APPLE_GUIDELINES, checkedOn: "2026-11-22" },
	},
	{
		id: "app-terms",
		store: "in-your-app",
		name: "Terms of use",
		place: ["Where people subscribe"],
		content: "terms",
		forWhom: IF_SUBSCRIPTIONS,
		ifMissing: NO_TERMS,
		rule: { name: "Guideline 3.1.2", source: APPLE_REJECTION, checkedOn: "2026-11-22" },
	},
	{
		id: "app-deletion",
		store: "in-your-app",
		name: "Account deletion",
		place: ["The settings of the account"],
		content: "deletion",
		forWhom: IF_ACCOUNTS,
		ifMissing: "Both stores want deletion to begin in the app. It may end on a page.",
		rule: { name: "Guideline 5.1.1(v)", source: APPLE_GUIDELINES, checkedOn: "2026-11-22" },
	},
];
