/** Opens the database as the server does when it starts. */
import { openDatabase } from "~/lib/db.server";

await openDatabase();
process.stdout.write("open\n");
process.exit(0);
