declare const __BUILD__: { version: string; commit: string | null } | undefined;

/** What was built: vite.config.ts writes it into the build. Run from source, there is none. */
export const build = typeof __BUILD__ === "undefined" ? null : __BUILD__;
