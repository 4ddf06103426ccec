import type { ComponentProps } from "react";
import { Link } from "react-router";

export type Tab = { label: string; to?: string; current: boolean; disabled?: boolean };

export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
	return (
		<nav aria-label={label}>
			<ul className="tabs">
				{tabs.map((tab) => (
					<li key={tab.label}>
						<TabLink {...tab} />
					</li>
				))}
			</ul>
		</nav>
	);
}

function TabLink({ label, to, current, disabled }: Tab) {
	const currentPage = current ? "page" : undefined;
	if (disabled || to === undefined) {
		return (
			<span className="tab" aria-current={currentPage} aria-disabled={disabled || undefined}>
				{label}
			</span>
		);
	}
	return (
		<Link className="tab" to={to} aria-current={currentPage} preventScrollReset>
			{label}
		</Link>
	);
}

type PreviewTabsProps = { verb: "Edit" | "Build"; isPreview: boolean; isEmpty: boolean };

/** An editor's two views, as submit buttons. An empty text or form has no preview. */
export function PreviewTabs({ verb, isPreview, isEmpty }: PreviewTabsProps) {
	return (
		<fieldset className="tabs" aria-label={`${verb} or preview`}>
			<TabButton name="intent" value={verb.toLowerCase()} current={!isPreview}>
				{verb}
			</TabButton>
			<TabButton name="intent" value="preview" current={isPreview} disabled={isEmpty}>
				Preview
			</TabButton>
		</fieldset>
	);
}

type TabButtonProps = ComponentProps<"button"> & { current: boolean };

function TabButton({ current, ...props }: TabButtonProps) {
	return <button type="submit" {...props} className="tab" aria-current={current || undefined} />;
}
