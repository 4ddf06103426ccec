import { PlanChooser } from "#app/billing/components/plan-chooser.tsx";
import type { Standing } from "#app/billing/plan.ts";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button/button.tsx";
import { Card } from "#app/ui/list/card.tsx";

type AppLimitCardProps = { fault: { title: string; text: string }; standing: Standing };

/** Stands in the place of the form for a new app when the plan has no room for one. */
export function AppLimitCard({ fault, standing }: AppLimitCardProps) {
	return (
		<Card title={fault.title} id="new-app">
			<p>{fault.text}</p>
			<PlanChooser standing={standing} level={3} />
			<div>
				<ButtonLink to={paths.dashboard}>Cancel</ButtonLink>
			</div>
		</Card>
	);
}
