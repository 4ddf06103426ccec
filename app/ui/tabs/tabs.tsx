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

type PreviewTabsProps = {
	verb: "Edit" | "Build";
	current: "verb" | "preview" | "changes";
	isEmpty: boolean;
	/** Whether there is a public text, which the typed one would change. */
	isPublished?: boolean;
};

/** An editor's views, as submit buttons. An empty text or form has no preview. */
export function PreviewTabs({ verb, current, isEmpty, isPublished }: PreviewTabsProps) {
	return (
		<fieldset className="tabs" aria-label={`${verb} or preview`}>
			<TabButton name="intent" value={verb.toLowerCase()} current={current === "verb"}>
				{verb}
			</TabButton>
			<TabButton name="intent" value="preview" current={current === "preview"} disabled={isEmpty}>
				Preview
			</TabButton>
			{isPublished && (
				<TabButton name="intent" value="changes" current={current === "changes"} disabled={isEmpty}>
					Changes
				</TabButton>
			)}
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
