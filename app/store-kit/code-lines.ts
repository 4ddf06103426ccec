/** The line of code that opens an address, in each language that apps are written in most. */
export function codeLines(url: string): { language: string; code: string }[] {
	return [
		{ language: "Swift", code: `UIApplication.shared.open(URL(string: "${url}")!)` },
		{
			language: "Kotlin",
			code: `startActivity(Intent(Intent.ACTION_VIEW, Uri.parse("${url}")))`,
		},
		{ language: "Dart, with url_launcher", code: `await launchUrl(Uri.parse("${url}"));` },
		{ language: "JavaScript, in React Native", code: `await Linking.openURL("${url}");` },
	];
}
