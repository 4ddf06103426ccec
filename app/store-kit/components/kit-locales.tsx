import { Form } from "react-router";
import { paths } from "#app/paths.ts";
import type { LocaleCell, LocaleRow } from "#app/store-kit/kit-page.server.ts";
import { Button, ButtonAnchor } from "#app/ui/button/button.tsx";
import { TableRegion } from "#app/ui/table/table-region.tsx";

type KitLocalesProps = {
	appId: string;
	rows: LocaleRow[];
	supportUrl: string;
	locales: { code: string; name: string; isChosen: boolean }[];
};

/** The values of each language in the App Store, the choice of languages, and all of it as files. */
export function KitLocales({ appId, rows, supportUrl, locales }: KitLocalesProps) {
	return (
		<section className="stack-s" id="languages" tabIndex={-1} aria-labelledby="languages-title">
			<h2 id="languages-title">Languages of the App Store</h2>
			<p>
				App Store Connect asks for these fields once for each language that your app has there. A
				document in that language stands in its place, and else the one above.
			</p>
			{rows.length > 0 && (
				<TableRegion
					label="Values by language"
					columns={["Language", "Privacy Policy URL", "Terms of Use", "Support URL"]}
				>
					{rows.map(({ code, name, privacy, terms }) => (
						<tr key={code}>
							<th scope="row">
								{name} <span className="muted mono small">{code}</span>
							</th>
							<Cell cell={privacy} name={`Privacy Policy URL, ${name}`} />
							<Cell cell={terms} name={`Terms of Use, ${name}`} />
							<Cell cell={{ url: supportUrl, mark: null }} name={`Support URL, ${name}`} />
						</tr>
					))}
				</TableRegion>
			)}
			<details>
				<summary>Choose the languages</summary>
				<Form method="post" className="form">
					<fieldset className="kit-languages">
						<legend className="visually-hidden">Languages of the app in App Store Connect</legend>
						{locales.map(({ code, name, isChosen }) => (
							<label className="choice" key={`${code}${isChosen}`}>
								<input type="checkbox" name="locale" value={code} defaultChecked={isChosen} />
								{name}
							</label>
						))}
					</fieldset>
					<div className="cluster">
						<Button name="intent" value="locales">
							Save the languages
						</Button>
					</div>
				</Form>
			</details>
			<h3>For fastlane</h3>
			<p>
				A folder from which <code>fastlane deliver</code> fills App Store Connect:{" "}
				<code>privacy_url.txt</code>, <code>support_url.txt</code> and{" "}
				<code>apple_tv_privacy_policy.txt</code> for{" "}
				{rows.length > 0 ? "each of these languages" : "every language"}. Unpack it beside your
				project; other files there stay as they are.
			</p>
			<p>
				<ButtonAnchor href={paths.kit.fastlane({ appId })}>Download for fastlane</ButtonAnchor>
			</p>
		</section>
	);
}

function Cell({ cell, name }: { cell: LocaleCell; name: string }) {
	if (!cell) return <td className="muted">Missing</td>;
	const { url, mark } = cell;
	return (
		<td>
			<span className="mono small kit-address">{url}</span>{" "}
			{mark && <span className="muted small">{mark}</span>}{" "}
			<button type="button" className="link-button" data-copy={url} aria-label={`Copy ${name}`}>
				Copy
			</button>
		</td>
	);
}
