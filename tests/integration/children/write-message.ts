/** Writes into a conversation as its visitor would through another process of the server. */

import { writeAsVisitor } from "~/models/conversation.server";
import { accessByToken } from "~/models/conversation-access.server";

const [token = "", message = ""] = process.argv.slice(2);
const access = await accessByToken(token);
if (!access) throw new Error("The token opens nothing");
await writeAsVisitor(access, { message, requestId: crypto.randomUUID() });
process.stdout.write("written\n");
process.exit(0);
