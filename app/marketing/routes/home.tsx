import { redirect } from "react-router";
import { optionalUserContext } from "#app/accounts/middleware.ts";
import { publicUrl } from "#app/addresses/address.server.ts";
import type { PageHandle } from "#app/http/page-handle.ts";
import { pageMeta } from "#app/http/page-meta.ts";
import { safeRedirect, withRedirect } from "#app/http/redirect-to.ts";
import { LandingSheet } from "#app/marketing/components/drawings.tsx";
import {
	LandingDocuments,
	LandingFeatures,
	LandingForms,
} from "#app/marketing/components/landing.tsx";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button/button.tsx";
import type { Route } from "./+types/home";

export function meta({ loaderData }: Route.MetaArgs) {
	return pageMeta({
		title: "Smallprint: your app's privacy policy at an address that never breaks",
		description:
			"Paste a privacy policy, terms or EULA and get a public page for app review. Rename the app, change the plan: the link keeps working.",
		url: loaderData.url,
	});
}

export const handle: PageHandle = { kept: "site" };

export function loader({ context, url }: Route.LoaderArgs) {
	const redirectTo = url.searchParams.get("redirectTo");
	if (context.get(optionalUserContext)) throw redirect(safeRedirect(redirectTo));
	return { url: publicUrl(paths.home), redirectTo };
}

export default function Home({ loaderData }: Route.ComponentProps) {
	const { redirectTo } = loaderData;
	return (
		<>
			<div className="hero">
				<div className="hero-text">
					<h1>Your app's small print, at an address that never breaks.</h1>
					<p className="lead">
						Paste a privacy policy, terms or EULA and get a public page that app review can open on
						any device. Rename the app, change the plan: the link keeps working.
					</p>
					<p className="cluster">
						<GetStartedFree redirectTo={redirectTo} />
						<ButtonLink to={withRedirect(paths.pricing, redirectTo)} reloadDocument>
							View Pricing
						</ButtonLink>
					</p>
					<p className="small muted">Free for two apps. No card needed.</p>
				</div>
				<LandingSheet />
			</div>
			<LandingDocuments />
			<LandingForms />
			<LandingFeatures />
			<section className="closing" aria-labelledby="closing">
				<h2 id="closing">Have the link before the store asks for it.</h2>
				<p className="lead">
					Two apps are free, with as many documents as they need. An account takes a minute.
				</p>
				<GetStartedFree redirectTo={redirectTo} />
			</section>
		</>
	);
}

function GetStartedFree({ redirectTo }: { redirectTo: string | null }) {
	return (
		<ButtonLink to={withRedirect(paths.auth.signUp, redirectTo)} variant="primary" reloadDocument>
			Get Started Free
		</ButtonLink>
	);
}
