import type { ReactNode } from "react";
import { Link, type LinkProps } from "react-router";
import { PageTitle } from "./page-title.tsx";

type PageProps = {
	/** Of the window, and the heading where that is no other. */
	title: string;
	heading?: string;
	/** Under the heading. */
	intro?: ReactNode;
	/** The way back, above the heading. */
	back?: BackLinkProps;
	/** Beside the heading. */
	actions?: ReactNode;
	/** As wide as a line of text may be. */
	isNarrow?: boolean;
	/** After a refused post. */
	hasError?: boolean;
	children: ReactNode;
};

/** A page inside a shell: its title, the way back, its heading, and what stands under it. */
export function Page(props: PageProps) {
	const { title, heading = title, intro, back, actions, isNarrow, hasError, children } = props;
	return (
		<div className={isNarrow ? "stack-l measure" : "stack-l"}>
			<PageTitle title={title} hasError={hasError} />
			{back && <BackLink {...back} />}
			<PageHeader heading={heading} intro={intro} actions={actions} />
			{children}
		</div>
	);
}

type BackLinkProps = Pick<LinkProps, "to" | "relative"> & { label: string };

/** The way back, for a page whose heading is its own. */
export function BackLink({ label, ...link }: BackLinkProps) {
	return (
		<p className="breadcrumb">
			<Link {...link} className="back">
				{label}
			</Link>
		</p>
	);
}

type PageHeaderProps = { heading: string; intro?: ReactNode; actions?: ReactNode };

function PageHeader({ heading, intro, actions }: PageHeaderProps) {
	const words = (
		<>
			<h1 dir="auto">{heading}</h1>
			{intro && (
				<p className="muted" dir="auto">
					{intro}
				</p>
			)}
		</>
	);
	if (actions === undefined) return intro ? <div>{words}</div> : words;
	return (
		<div className="page-header">
			<div>{words}</div>
			{actions}
		</div>
	);
}
