import type { Config } from "@react-router/dev/config";

export default {
	ssr: true,
	// Lazy discovery reloads the page after a deploy, which would lose typed text.
	routeDiscovery: { mode: "initial" },
} satisfies Config;
