/** The first tags of every page's head. */
export function HtmlHead() {
	return (
		<>
			<meta charSet="utf-8" />
			<meta name="viewport" content="width=device-width, initial-scale=1" />
			<meta name="color-scheme" content="light dark" />
			<meta name="theme-color" media="(prefers-color-scheme: light)" content="#fdfcf9" />
			<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#11161f" />
		</>
	);
}
