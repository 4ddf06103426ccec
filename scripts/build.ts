/** `npm run build`: builds the Prisma client and the app if their sources have changed. */
import { build, generate } from "./run.ts";

process.exit(generate() && build() ? 0 : 1);
