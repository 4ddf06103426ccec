import { redirect } from "react-router";
import { redirectWithFlash } from "~/middleware/flash";

/** The dashboard's Refresh button. Pages are rendered from the database, so there is nothing to clear. */
export function action() {
	return redirectWithFlash("/dashboard", { tone: "success", text: "Refreshed successfully" });
}

/** For those who come back to the address by hand, or by signing in. */
export function loader() {
	return redirect("/dashboard");
}

/** Makes this a page, so that a refusal is a page too. */
export default function Refresh() {
	return null;
}
