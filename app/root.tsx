import type { ReactNode } from "react";
import {
	Links,
	Meta,
	Outlet,
	Scripts,
	ScrollRestoration,
	useMatches,
	useRouteError,
} from "react-router";
import type { Route } from "./+types/root";
import appCss from "./app.css?url";
import { keepPage } from "./http/browser/keep-page.ts";
import { nameRoute } from "./http/name-route.ts";
import { type PageHandle, pageLanguage } from "./http/page-handle.ts";
import { answerRefusals } from "./http/refusals.ts";
import { ErrorPage } from "./ui/frame/error-page.tsx";
import { HtmlHead } from "./ui/frame/html-head.tsx";
import { VisitorHtml } from "./ui/frame/visitor-html.tsx";
import { Hydrated } from "./ui/hydrated/hydrated.tsx";

export const middleware: Route.MiddlewareFunction[] = [nameRoute, answerRefusals];

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [keepPage];

export function Layout({ children }: { children: ReactNode }) {
	const matches = useMatches();
	const handles = matches.map((match) => match.handle as PageHandle | undefined);
	const isVisitorPage = handles.some((handle) => handle?.look === "visitor");
	// An error page has nothing to hydrate.
	const hasScripts = useRouteError() == null && handles.some((handle) => handle?.scripts);
	const meta = (
		<>
			<Meta />
			<Links />
		</>
	);
	if (isVisitorPage) {
		const language = pageLanguage(matches.at(-1)?.loaderData);
		return (
			<VisitorHtml meta={meta} language={language}>
				{children}
			</VisitorHtml>
		);
	}
	return (
		<html lang="en">
			<head>
				<HtmlHead />
				<link rel="icon" href="/favicon.svg" type="image/svg+xml" />
				<link rel="apple-touch-icon" href="/apple-touch-icon.png" />
				<link rel="manifest" href="/manifest.webmanifest" />
				{/* Without a precedence, React would write it after the links to all scripts. */}
				<link rel="stylesheet" href={appCss} precedence="page" />
				{meta}
			</head>
			<body>
				{children}
				{hasScripts && (
					<>
						<Hydrated />
						<ScrollRestoration />
						<Scripts />
					</>
				)}
			</body>
		</html>
	);
}

export default function Root() {
	return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
	return <ErrorPage error={error} />;
}
