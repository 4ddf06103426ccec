declare const __BUILD__: { version: string; commit: string | null } | undefined;

/** The version that was built, from vite.config.ts; null when the app runs from source. */
export const build = typeof __BUILD__ === "undefined" ? null : __BUILD__;
