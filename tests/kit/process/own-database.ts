import { copyDatabase } from "./database.ts";

// Set before the test file is loaded, because the app reads its environment then.
process.env.DATABASE_URL = `file:${copyDatabase()}`;
