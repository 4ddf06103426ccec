/** Opens the database as the starting server does. */
import { openDatabase } from "#app/platform/db/db.server.ts";

await openDatabase();
process.stdout.write("open\n");
process.exit(0);
