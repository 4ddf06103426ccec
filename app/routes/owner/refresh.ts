import { redirectWithFlash } from "~/middleware/flash";

/** The dashboard's Refresh button. Pages are rendered from the database, so there is nothing to clear. */
export function action() {
	return redirectWithFlash("/dashboard", { tone: "success", text: "Refreshed successfully" });
}
