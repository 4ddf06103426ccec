import type { SignInText } from "#app/http/page-handle.ts";
import { paths } from "#app/paths.ts";

export const SIGN_IN: SignInText = {
	title: "Please Log In",
	text: "You need to be logged in to see this page.",
	way: paths.home,
};

export const DASHBOARD_SIGN_IN: SignInText = {
	title: "Please Log In",
	text: "You need to be logged in to access the dashboard.",
	way: paths.home,
};

export const BUILDER_SIGN_IN: SignInText = {
	title: "Authentication Required",
	text: "You need to be logged in to build forms.",
	way: paths.auth.signIn,
};

export const UPGRADE_SIGN_IN: SignInText = {
	title: "Authentication required",
	text: "Please log in to upgrade your plan.",
	way: paths.auth.signIn,
};
