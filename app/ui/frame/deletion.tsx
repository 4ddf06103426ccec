import type { ReactNode } from "react";
import { Form } from "react-router";
import { Button, ButtonLink } from "#app/ui/button/button.tsx";
import { HiddenFields } from "#app/ui/field/hidden-fields.tsx";
import { BackLink } from "./back-link.tsx";
import { PageTitle } from "./page-title.tsx";

type DeletionProps = {
	title: string;
	children: ReactNode;
	label: string;
	cancelTo: string;
	/** Hidden fields, where the address alone does not say what is deleted. */
	hidden?: Record<string, string>;
};

/** The page before something is deleted: what it means, a button that does it, and a way out. */
export function Deletion({ title, children, label, cancelTo, hidden = {} }: DeletionProps) {
	return (
		<div className="stack-l measure">
			<PageTitle title={title} />
			<BackLink to={cancelTo}>Back</BackLink>
			<h1 dir="auto">{title}</h1>
			{children}
			<Form method="post" className="cluster">
				<HiddenFields values={hidden} />
				<Button variant="danger">{label}</Button>
				<ButtonLink to={cancelTo}>Cancel</ButtonLink>
			</Form>
		</div>
	);
}
