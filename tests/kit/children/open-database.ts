/** Opens the database as the server does when it starts. */
import { openDatabase } from "#app/platform/db/db.server.ts";

await openDatabase();
process.stdout.write("open\n");
process.exit(0);
