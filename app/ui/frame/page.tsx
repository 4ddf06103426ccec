import type { ReactNode } from "react";
import { Link, type LinkProps } from "react-router";
import { PageTitle } from "./page-title.tsx";

type PageProps = {
	/** The window's title, and the default heading. */
	title: string;
	heading?: string;
	/** Shown under the heading. */
	intro?: ReactNode;
	/** A link back, above the heading. */
	back?: BackLinkProps;
	/** Shown beside the heading. */
	actions?: ReactNode;
	/** Limits the width to that of a line of text. */
	isNarrow?: boolean;
	/** Whether a post was refused. */
	hasError?: boolean;
	children: ReactNode;
};

/** A page inside a shell: its title, the link back, its heading and its content. */
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

/** The link back, also for pages with a heading of their own. */
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
