/** Characters in an app's name (product.md, rule 8). */
export const APP_NAME_MAX = 60;

type Plan = { name: string; appLimit: number | null };

/** Returns the title and text for an account that may not create an app (product.md, O9), or null. */
export function describeFull(
	{ name, appLimit }: Plan,
	apps: number,
): { title: string; text: string } | null {
	if (appLimit === null || apps < appLimit) return null;
	if (apps === appLimit) {
		return {
			title: `${name} plan limit reached`,
			text: `You can only have ${appLimit} apps on the ${name.toLowerCase()} plan. Please upgrade or delete some apps.`,
		};
	}
	return {
		title: "Plan downgrade detected",
		text: `You have ${apps} apps but your current plan only allows ${appLimit}. Please upgrade or delete some apps.`,
	};
}

/** Returns the dashboard's line about the plan (product.md, O18). */
export function planLine({ name, appLimit }: Plan, apps: number): string {
	if (appLimit === null) return `Unlimited apps · ${name} plan`;
	return `${apps}/${appLimit} apps on ${name.toLowerCase()} plan`;
}
