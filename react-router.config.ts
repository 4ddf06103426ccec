import type { Config } from "@react-router/dev/config";

export default {
	ssr: true,
	// Lazy discovery reloads the page after a deploy, and typed text is lost with it.
	routeDiscovery: { mode: "initial" },
} satisfies Config;
