/** Tries a conversation's token on the database of its environment, as another site would. */
import { accessByToken } from "#app/conversations/conversation-access.server.ts";

const [token = ""] = process.argv.slice(2);
const access = await accessByToken(token);
process.stdout.write(`${access === null ? "closed" : "open"}\n`);
process.exit(0);
