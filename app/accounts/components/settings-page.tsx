import type { ComponentProps } from "react";
import { paths } from "#app/paths.ts";
import { Page } from "#app/ui/frame/page.tsx";
import { Sections } from "#app/ui/frame/sections.tsx";

/** The sections of Settings, by title, with their ids on that page. */
const SECTIONS = {
	Profile: "your-profile",
	Security: "security",
	Notifications: "notifications-of-messages",
	Billing: "billing",
	"Your data": "data",
	"Danger Zone": "danger",
};

type SettingsPageProps = ComponentProps<typeof Page> & {
	/** The section that a page of its own belongs to. Without one, this is the page of them all. */
	current?: keyof typeof SECTIONS;
};

/** A page of the account's settings, with the navigation of its sections at the side. */
export function SettingsPage({ current, children, ...page }: SettingsPageProps) {
	const home = current ? paths.account.settings : "";
	const links = Object.entries(SECTIONS).map(([title, id]) => [title, `${home}#${id}`]);
	return (
		<Page {...page}>
			<Sections label="Settings" links={Object.fromEntries(links)} current={current}>
				{children}
			</Sections>
		</Page>
	);
}
