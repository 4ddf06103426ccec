/** Sends the due mail until none is left, as a second worker would. */
import { sendDueMail } from "../jobs.ts";

process.stdout.write("ready\n");
let tried = 0;
for (;;) {
	const count = await sendDueMail();
	if (count === 0) break;
	tried += count;
}
process.stdout.write(`tried ${tried}\n`);
process.exit(0);
