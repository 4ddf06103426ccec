import path from "node:path";

/** Where `npm run bench:seed` writes, and `npm run bench` looks for, the large database. */
export const SEEDED_FILE = path.join(import.meta.dirname, "../../data/bench/smallprint.db");
