import type { ReactNode } from "react";
import { Form, Link } from "react-router";
import { paths } from "#app/paths.ts";

type PlanLineProps = { text: string; children?: ReactNode };

/** The dashboard's line about the plan, with what is seldom needed. The children are more of it. */
export function PlanLine({ text, children }: PlanLineProps) {
	return (
		<div className="plan-line">
			<span>{text}</span>
			<Form method="post" action={paths.dashboardRefresh}>
				<button type="submit" className="link-button">
					Refresh
				</button>
			</Form>
			<Link to={`${paths.dashboard}?guide#guide`}>Show Guide</Link>
			{children}
		</div>
	);
}
