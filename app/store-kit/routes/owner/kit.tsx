import { appContext } from "#app/apps/middleware.ts";
import { ForYourApp } from "#app/documents/components/for-your-app.tsx";
import { errorPage } from "#app/http/error-content.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { readForm, unknownButton } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { KitChoices } from "#app/store-kit/components/kit-choices.tsx";
import { KitCode } from "#app/store-kit/components/kit-code.tsx";
import { KitLocales } from "#app/store-kit/components/kit-locales.tsx";
import { KitRow } from "#app/store-kit/components/kit-row.tsx";
import { saveKitChoices, saveStoreLocales } from "#app/store-kit/kit-choices.server.ts";
import { readKitPage } from "#app/store-kit/kit-page.server.ts";
import { requireAccountName } from "#app/store-kit/middleware.ts";
import { ButtonLink } from "#app/ui/button/button.tsx";
import { Page } from "#app/ui/frame/page.tsx";
import type { Route } from "./+types/kit";

export async function loader({ context }: Route.LoaderArgs) {
	const access = requireAccountName(context.get(appContext));
	return { appName: access.app.name, ...(await readKitPage(access)) };
}

export async function action({ request, context, params }: Route.ActionArgs) {
	const access = context.get(appContext);
	const formData = await readForm(request);
	const page = paths.kit.page(params);
	try {
		switch (formData.get("intent")) {
			case "locales":
				await saveStoreLocales(access, formData.getAll("locale").map(String));
				return await redirectWithFlash(`${page}#languages`, "Languages saved.");
			case "choices":
				await saveKitChoices(access, choicesIn(formData));
				return await redirectWithFlash(`${page}#documents`, "Choice saved.");
			default:
				throw unknownButton();
		}
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		const link = { to: page, label: "Back to the store kit" };
		throw errorPage(error.status, { title: "That didn't fit", text: error.message, link });
	}
}

export default function StoreKit({ loaderData, params }: Route.ComponentProps) {
	const { sections, questions, missing, listDate, privacyUrl } = loaderData;
	const links = {
		...Object.fromEntries(sections.map(({ id, title }) => [title, `#${id}`])),
		"Languages of the App Store": "#languages",
	};
	return (
		<Page
			title={`Store kit of ${loaderData.appName}`}
			heading="Store kit"
			intro={`What the stores ask for, as of ${listDate}. This is not legal advice.`}
			actions={<ButtonLink to={paths.checks.all(params)}>Checks of your texts</ButtonLink>}
		>
			<div className="stack-s">
				<Missing missing={missing} />
				<nav aria-label="Parts of the store kit">
					<ul className="cluster small">
						{Object.entries(links).map(([title, href]) => (
							<li key={title}>
								<a href={href}>{title}</a>
							</li>
						))}
					</ul>
				</nav>
			</div>
			<KitChoices questions={questions} />
			{sections.map(({ id, title, rows }) => (
				<section key={id} id={id} tabIndex={-1} aria-labelledby={`${id}-title`}>
					<h2 id={`${id}-title`}>{title}</h2>
					<ul className="kit-list">
						{rows.map((row) => (
							<KitRow key={row.id} row={row} />
						))}
					</ul>
					{id === "in-your-app" && privacyUrl && (
						<div className="stack">
							<KitCode lines={loaderData.codeLines} />
							<ForYourApp url={privacyUrl} />
						</div>
					)}
				</section>
			))}
			<KitLocales
				appId={params.appId}
				rows={loaderData.localeRows}
				supportUrl={loaderData.hubUrl}
				locales={loaderData.storeLocales}
			/>
		</Page>
	);
}

/** What keeps an app from being accepted, before all else. */
function Missing({ missing }: { missing: { id: string; name: string; at: string }[] }) {
	if (missing.length === 0) {
		return <p>Everything that each app needs is ready.</p>;
	}
	return (
		<p>
			{"Still to do: "}
			{missing.map(({ id, name, at }, index) => (
				<span key={id}>
					{index > 0 && ", "}
					<a href={`#${id}`}>
						{name} ({at})
					</a>
				</span>
			))}
		</p>
	);
}

/** Returns the chosen documents by what each was chosen for. */
function choicesIn(formData: FormData): Record<string, string> {
	const prefix = "choice-";
	return Object.fromEntries(
		[...formData]
			.filter(([name]) => name.startsWith(prefix))
			.map(([name, id]) => [name.slice(prefix.length), String(id)]),
	);
}
