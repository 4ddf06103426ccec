/**
 * What a route says of its page. `scripts`: it hydrates; without it, no script is sent.
 * `look: "visitor"`: it is a visitor's page, with the one small inlined stylesheet.
 */
export type PageHandle = { scripts?: true; look?: "visitor" } | undefined;
