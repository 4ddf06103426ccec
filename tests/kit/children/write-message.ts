/** Writes a message as a conversation's visitor, as another server process would. */

import { writeAsVisitor } from "#app/conversations/conversation.server.ts";
import { accessByToken } from "#app/conversations/conversation-access.server.ts";

const [token = "", message = ""] = process.argv.slice(2);
const access = await accessByToken(token);
if (!access) throw new Error("The token opens nothing");
await writeAsVisitor(access, { message, requestId: crypto.randomUUID() });
process.stdout.write("written\n");
process.exit(0);
