import { fillDemo } from "../../../scripts/demo/demo.ts";

await fillDemo({ again: process.argv[2] === "again" }).catch((error: Error) => {
	process.stdout.write(`${error.message}\n`);
});
process.exit(0);
