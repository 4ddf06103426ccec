import type { ComponentType } from "react";
import type { Shape } from "./shapes/shapes.ts";

/** The cached pages of apps. app/addresses/page-stamp.sql.ts defines what each depends on. */
export type AppPageKind =
	| "hub"
	| "hubFeed"
	| "document"
	| "documentFeed"
	| "form"
	| "deletion"
	| "updates"
	| "next"
	| "versions"
	| "version"
	| "changes";

/** A page that its loader's data alone decides. Each route's loader returns a type of its own. */
export type KeptComponent = ComponentType<{ loaderData: never }>;

/** What a signed-out person sees instead of a page, and where its sign-in link leads. */
export type SignInText = { title: string; text: string; way: string };

/** A route's settings for its page. A layout's settings apply to the routes in it too. */
export type PageHandle = {
	/** The page hydrates. Without this, no script is sent. */
	scripts?: true;
	/** The page does not hydrate, but has a small script of its own, in public/. */
	selfScripted?: true;
	/** A visitor's page: one small inline stylesheet, and a policy that forbids scripts. */
	look?: "visitor";
	/**
	 * The process caches the page. An app's page is the same for everyone until its data changes. A
	 * page of the site's own is the same for everyone without cookies until the next start.
	 */
	kept?: AppPageKind | "site";
	/** The component of an app's cached page: the route's default export, which the router wraps. */
	Page?: KeptComponent;
	/** The page can be had in these shapes, too: by an ending of its address, or by `Accept`. */
	shapes?: readonly Shape[];
	/** Pages of other sites may read it, as anybody may. */
	anyOrigin?: true;
	/** The page is exempt from load shedding. */
	neverShed?: true;
	/** The largest body of a post, if it is larger than others'. The route reads it as a stream. */
	mostBytes?: number;
	signIn?: SignInText;
	/** The page's post renews the session, and its second press comes with the earlier one. */
	renewsSession?: true;
};

/** Returns the language that a visitor's page names in its loader's data, as `language`, or null. */
export function pageLanguage(loaderData: unknown): string | null {
	const { language } = (loaderData ?? {}) as { language?: unknown };
	return typeof language === "string" ? language : null;
}
