import type { ReactNode } from "react";
import { Form, Link } from "react-router";
import { paths } from "#app/paths.ts";
import { useBusy } from "#app/ui/button/use-busy.ts";

type PlanLineProps = { text: string; children?: ReactNode };

/** The dashboard's line about the plan, with what is seldom needed. The children are more of it. */
export function PlanLine({ text, children }: PlanLineProps) {
	const [button, isBusy] = useBusy();
	return (
		<div className="plan-line">
			<span>{text}</span>
			<Form method="post" action={paths.dashboardRefresh}>
				<button type="submit" ref={button} className="link-button" aria-busy={isBusy || undefined}>
					Refresh
				</button>
			</Form>
			<Link to={`${paths.dashboard}?guide#guide`}>Show Guide</Link>
			{children}
		</div>
	);
}
