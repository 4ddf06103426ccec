/** The kept pages: what each is made of is told by app/addresses/page-stamp.sql.ts. */
export type KeptPage = "hub" | "document" | "form";

/** What a signed-out person reads instead of a page, and where the way to sign in leads. */
export type SignInText = { title: string; text: string; way: string };

/** What a route says of its page. What a layout says holds for the routes in it, too. */
export type PageHandle = {
	/** It hydrates; without it, no script is sent. */
	scripts?: true;
	/** It is a visitor's page: one small inlined stylesheet, and a policy that lets no script run. */
	look?: "visitor";
	/** The process keeps it, for everyone the same, until what it is made of changes. */
	kept?: KeptPage;
	/** It is served however much there is to do. */
	neverShed?: true;
	signIn?: SignInText;
};
