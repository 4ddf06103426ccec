import type { ComponentProps, ReactNode } from "react";
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

export function TabButtons({ label, children }: { label: string; children: ReactNode }) {
	return (
		<fieldset className="tabs" aria-label={label}>
			{children}
		</fieldset>
	);
}

type TabButtonProps = ComponentProps<"button"> & { current: boolean };

export function TabButton({ current, ...props }: TabButtonProps) {
	return <button type="submit" {...props} className="tab" aria-current={current || undefined} />;
}
