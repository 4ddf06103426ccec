import path from "node:path";

/** The large database, written by `npm run bench:seed` and read by `npm run bench`. */
export const SEEDED_FILE = path.join(import.meta.dirname, "../../data/bench/smallprint.db");
