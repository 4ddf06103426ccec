/** Returns the texts that a new deletion page begins with. Each is for its owner to change. */
export function suggestedTexts(appName: string) {
	return {
		steps: `Open ${appName} and go to Settings.\nChoose Account.\nChoose “Delete account” and confirm.`,
		deleted: `Your account: your name, your e-mail address and your password\nEverything that you stored in ${appName}`,
		kept: "Backups, which are overwritten after 30 days",
		identifierLabel: "",
		days: 30,
		offersPart: false,
	};
}
