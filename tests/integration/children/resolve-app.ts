/** Lets plain Node import the app's sources as the bundler does: "~/…" and no file endings. */
import { registerHooks } from "node:module";

registerHooks({
	resolve(specifier, context, nextResolve) {
		if (context.parentURL?.includes("/node_modules/")) return nextResolve(specifier, context);
		const isApp = specifier.startsWith("~/");
		if (!isApp && !/^\.\.?\//.test(specifier)) return nextResolve(specifier, context);
		const path = isApp
			? new URL(`../../../app/${specifier.slice(2)}`, import.meta.url).href
			: specifier;
		return nextResolve(path.endsWith(".ts") ? path : `${path}.ts`, context);
	},
});
