import type { ReactNode } from "react";
import { paths } from "#app/paths.ts";
import { ButtonAnchor, ButtonLink } from "#app/ui/button/button.tsx";
import { CopyButton } from "#app/ui/button/copy-button.tsx";
import { Card } from "#app/ui/list/card.tsx";
import { Page } from "./page.tsx";

type PublishedProps = {
	heading: string;
	/** The title of what was published. */
	title: string;
	url: string;
	/** What to do with the address. */
	children?: ReactNode;
};

/** The card after a publication, with the public address to copy and to open. */
export function Published({ heading, title, url, children }: PublishedProps) {
	return (
		<Page title={heading} isNarrow>
			<Card>
				<p>
					<strong dir="auto">{title}</strong> is public. This address stays, whatever you rename:
				</p>
				<p className="address">{url}</p>
				<div className="cluster">
					<CopyButton text={url} variant="primary" />
					<ButtonAnchor href={url}>View Live</ButtonAnchor>
				</div>
			</Card>
			{children}
			<p>
				<ButtonLink to={paths.dashboard}>Back to Dashboard</ButtonLink>
			</p>
		</Page>
	);
}
