import { redirect } from "react-router";
import { ButtonLink } from "~/components/button";
import { LandingSheet } from "~/components/landing-sheet";
import { optionalUserContext } from "~/middleware/user";
import type { Route } from "./+types/home";

export const meta: Route.MetaFunction = () => [
	{ title: "Smallprint: your app's privacy policy at an address that never breaks" },
	{
		name: "description",
		content:
			"Paste a privacy policy, terms or EULA and get a public page for app review. Rename the app, change the plan: the link keeps working.",
	},
];

export function loader({ context }: Route.LoaderArgs) {
	if (context.get(optionalUserContext)) throw redirect("/dashboard");
	return null;
}

export default function Home() {
	return (
		<div className="hero">
			<div className="hero-text">
				<h1>Your app's small print, at an address that never breaks.</h1>
				<p className="lead">
					Paste a privacy policy, terms or EULA and get a public page that app review can open on
					any device. Rename the app, change the plan: the link keeps working.
				</p>
				<p className="cluster">
					<ButtonLink to="/auth?mode=sign-up" variant="primary" reloadDocument>
						Get Started Free
					</ButtonLink>
					<ButtonLink to="/pricing" reloadDocument>
						View Pricing
					</ButtonLink>
				</p>
				<p className="small muted">Free for two apps. No card needed.</p>
			</div>
			<LandingSheet />
		</div>
	);
}
