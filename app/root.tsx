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
import { nameRoute } from "./http/name-route.ts";
import type { PageHandle } from "./http/page-handle.ts";
import { answerRefusals } from "./http/refusals.ts";
import { ErrorPage } from "./ui/frame/error-page.tsx";
import inlinedCss from "./visitor.css?inline";

/** Only pages without scripts inline this stylesheet, so the client build leaves it out. */
const visitorCss = import.meta.env.SSR ? inlinedCss : "";

export const middleware: Route.MiddlewareFunction[] = [nameRoute, answerRefusals];

export function Layout({ children }: { children: ReactNode }) {
	const handles = useMatches().map((match) => match.handle as PageHandle | undefined);
	const isVisitorPage = handles.some((handle) => handle?.look === "visitor");
	// An error page has nothing to hydrate.
	const hasScripts = useRouteError() == null && handles.some((handle) => handle?.scripts);
	return (
		<html lang="en">
			<head>
				<meta charSet="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="color-scheme" content="light dark" />
				<meta name="theme-color" media="(prefers-color-scheme: light)" content="#fdfcf9" />
				<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#11161f" />
				{isVisitorPage ? (
					// biome-ignore lint/security/noDangerouslySetInnerHtml: our stylesheet, hashed in the CSP
					<style dangerouslySetInnerHTML={{ __html: visitorCss }} />
				) : (
					<>
						<link rel="icon" href="/favicon.svg" type="image/svg+xml" />
						<link rel="apple-touch-icon" href="/apple-touch-icon.png" />
						<link rel="manifest" href="/manifest.webmanifest" />
						<link rel="stylesheet" href={appCss} />
					</>
				)}
				<Meta />
				<Links />
			</head>
			<body>
				{children}
				{hasScripts && (
					<>
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
