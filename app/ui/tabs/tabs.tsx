import type { ComponentProps } from "react";
import { Link } from "react-router";
import { useBusy } from "#app/ui/button/use-busy.ts";

type TabsProps = { label: string; tabs: { label: string; to: string; current: boolean }[] };

export function Tabs({ label, tabs }: TabsProps) {
	return (
		<nav aria-label={label}>
			<ul className="tabs">
				{tabs.map(({ label, to, current }) => (
					<li key={label}>
						<Link
							className="tab"
							to={to}
							aria-current={current ? "page" : undefined}
							preventScrollReset
						>
							{label}
						</Link>
					</li>
				))}
			</ul>
		</nav>
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

type TabButtonProps = Omit<ComponentProps<"button">, "ref"> & { current: boolean };

function TabButton({ current, ...props }: TabButtonProps) {
	const [button, isBusy] = useBusy();
	return (
		<button
			type="submit"
			{...props}
			ref={button}
			className="tab"
			aria-current={current || undefined}
			aria-busy={isBusy || undefined}
		/>
	);
}
