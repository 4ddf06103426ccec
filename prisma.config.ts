import { defineConfig } from "prisma/config";

// The CLI fetches a schema engine when it starts, which fails on closed networks. `generate`
// never runs the engine, and migrations run on its WebAssembly build (bin/migrate.ts).
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;

export default defineConfig({ schema: "prisma/schema.prisma" });
