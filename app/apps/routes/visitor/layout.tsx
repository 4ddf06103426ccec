import { Outlet } from "react-router";
import type { PageHandle } from "#app/http/page-handle.ts";
import { contentOf } from "#app/ui/frame/error-page.tsx";
import { VisitorMessage } from "#app/ui/frame/visitor-shell.tsx";
import type { Route } from "./+types/layout";

export const handle: PageHandle = { look: "visitor" };

export default function VisitorLayout() {
	return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
	const { title, text, link, back } = contentOf(error);
	return (
		<>
			<meta name="robots" content="noindex" />
			<VisitorMessage title={title} text={text}>
				{[link, back].map(
					(way) =>
						way && (
							<p key={way.to}>
								<a href={way.to}>{way.label}</a>
							</p>
						),
				)}
			</VisitorMessage>
		</>
	);
}
