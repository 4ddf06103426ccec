import { useLocation } from "react-router";
import { type AdminRole, ROLE_NAMES } from "#app/accounts/admin-role.ts";
import { paths } from "#app/paths.ts";
import { Badge } from "#app/ui/list/badge.tsx";
import { Tabs } from "#app/ui/tabs/tabs.tsx";

const TABS = [
	{ label: "Overview", to: paths.admin.overview },
	{ label: "Users", to: paths.admin.users },
	{ label: "Content", to: paths.admin.content },
	{ label: "Support", to: paths.admin.support },
	{ label: "Settings", to: paths.admin.settings },
];

/** The admin area's sections and the administrator's role. */
export function AdminNav({ role }: { role: AdminRole }) {
	const { pathname } = useLocation();
	const tabs = TABS.map((tab) => ({
		...tab,
		current: isWithin(pathname, tab.to),
	}));
	return (
		<div className="admin-nav">
			<Tabs label="Administration" tabs={tabs} />
			<Badge tone="info">{ROLE_NAMES[role]}</Badge>
		</div>
	);
}

function isWithin(pathname: string, section: string): boolean {
	if (pathname === section) return true;
	// The audit log is reached from Settings.
	if (pathname === paths.admin.audit) return section === paths.admin.settings;
	return section !== paths.admin.overview && pathname.startsWith(`${section}/`);
}
