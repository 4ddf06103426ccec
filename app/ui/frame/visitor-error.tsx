import { WriteTo } from "#app/ui/link/mail-address.tsx";
import { contentOf } from "./error-page.tsx";
import { TypedText } from "./typed-text.tsx";
import { VisitorMessage } from "./visitor-shell.tsx";

/** The error page in place of a visitor's page. */
export function VisitorError({ error }: { error: unknown }) {
	const { title, text, link, back, app, typed, contactEmail } = contentOf(error);
	return (
		<>
			<meta name="robots" content="noindex" />
			<VisitorMessage
				title={title}
				appName={app?.name}
				appPath={app?.path}
				text={
					<>
						{text}
						<WriteTo email={contactEmail ?? null} />
					</>
				}
			>
				{typed && <TypedText typed={typed} />}
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
