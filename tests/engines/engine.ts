/** What a person does in a browser, whichever engine shows the page. */
export type Engine = {
	open: (address: string) => Promise<void>;
	/** Types into the field whose label begins with these words. */
	fill: (label: string, text: string) => Promise<void>;
	/** Types into a field of several lines. */
	fillLines: (label: string, text: string) => Promise<void>;
	/** Presses the button with this name. */
	press: (name: string) => Promise<void>;
	/** Follows the link with this name. */
	follow: (name: string) => Promise<void>;
	/** What the page shows now, with single spaces. */
	text: () => Promise<string>;
	stop: () => Promise<void>;
};

/** An engine with a mouse and a script's view of the page. */
export type GraphicalEngine = Engine & {
	/** Clicks at a place in a field, from its left edge in pixels. */
	clickIn: (label: string, x: number) => Promise<void>;
	/** Evaluates an expression in the page. */
	evaluate: <T>(expression: string) => Promise<T>;
};

/** The places of a page as XPath, which WebDriver and Puppeteer both take. */
export const at = {
	field: (label: string) =>
		`(//*[@id = //label[starts-with(normalize-space(), "${label}")]/@for])[last()]`,
	button: (name: string) => `(//button[normalize-space() = "${name}"])[last()]`,
	link: (name: string) => `(//a[normalize-space() = "${name}"])[last()]`,
};

export function singleSpaced(text: string): string {
	return text.replace(/\s+/g, " ").trim();
}
