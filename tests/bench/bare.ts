/** The baseline: a bare `node:http` server that sends the bytes and headers of one response. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

type Answer = { status: number; headers: string[]; body: string };

const { status, headers, body } = JSON.parse(process.argv[2] ?? "") as Answer;
const bytes = Buffer.from(body, "base64");

const server = createServer((_request, response) => {
	response.writeHead(status, headers).end(bytes);
});
server.listen(0, "127.0.0.1", () => {
	process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
