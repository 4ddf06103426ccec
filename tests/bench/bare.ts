/** The baseline: a bare `node:http` server that sends the bytes and headers of one answer. */
import fs from "node:fs";
import { createServer } from "node:http";

type Given = { port: number; status: number; headers: [string, string][]; body: string };

const { port, status, headers, body } = JSON.parse(
	fs.readFileSync(process.argv[2] ?? "", "utf8"),
) as Given;
const flat = headers.flat();
const bytes = Buffer.from(body, "base64");

createServer((_request, response) => {
	response.writeHead(status, flat).end(bytes);
}).listen(port);
