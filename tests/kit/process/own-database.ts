import { copyDatabase } from "./database.ts";

// Before the test file is loaded, because the app reads its environment when it is.
process.env.DATABASE_URL = `file:${copyDatabase()}`;
