/** The kinds of cached page. app/addresses/page-stamp.sql.ts defines what each depends on. */
export type KeptPage = "hub" | "document" | "form";

/** What a signed-out person sees instead of a page, and where its sign-in link leads. */
export type SignInText = { title: string; text: string; way: string };

/** A route's settings for its page. A layout's settings apply to the routes in it too. */
export type PageHandle = {
	/** The page hydrates. Without this, no script is sent. */
	scripts?: true;
	/** A visitor's page: one small inline stylesheet, and a policy that forbids scripts. */
	look?: "visitor";
	/** The process caches the page, the same for everyone, until the data behind it changes. */
	kept?: KeptPage;
	/** The page is exempt from load shedding. */
	neverShed?: true;
	signIn?: SignInText;
};
