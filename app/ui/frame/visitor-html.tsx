import type { ReactNode } from "react";
import inlinedCss from "#app/visitor.css?inline";
import { HtmlHead } from "./html-head.tsx";

/** Visitors' pages send no script, so the client build leaves the stylesheet out. */
const visitorCss = import.meta.env.SSR ? inlinedCss : "";

type VisitorHtmlProps = {
	/** The tags of the route's `meta`. */
	meta?: ReactNode;
	/** The language of what the page shows, as a tag; English if unknown. */
	language?: string | null;
	children: ReactNode;
};

/** The whole document of a visitor's page: one answer, with its stylesheet inside. */
export function VisitorHtml({ meta, language, children }: VisitorHtmlProps) {
	return (
		<html lang={language ?? "en"}>
			<head>
				<HtmlHead />
				{/* biome-ignore lint/security/noDangerouslySetInnerHtml: our stylesheet, hashed in the CSP */}
				<style dangerouslySetInnerHTML={{ __html: visitorCss }} />
				{meta}
			</head>
			<body>{children}</body>
		</html>
	);
}
