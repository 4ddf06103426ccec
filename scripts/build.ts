/** `npm run build`: the Prisma client and the app, each where its sources have changed since. */
import { build, generate } from "./run.ts";

process.exit(generate() && build() ? 0 : 1);
