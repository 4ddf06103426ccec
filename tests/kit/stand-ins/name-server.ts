import dgram from "node:dgram";
import { once } from "node:events";
import { isIPv4 } from "node:net";

/** The addresses of a name, IPv4 and IPv6; "silence", or what the name server says instead. */
type NameAnswer = string[] | "silence" | "failure";

export type NameServer = {
	/** For dns.setServers(). */
	address: string;
	/** What is answered now. A name that is not here does not exist. */
	names: Record<string, NameAnswer | ((asked: number) => NameAnswer)>;
	/** Each question: its type, and its name. */
	asked: string[];
	stop: () => Promise<void>;
};

const TYPES: Record<number, string> = { 1: "A", 28: "AAAA" };
const HEAD_BYTES = 12;
const NO_SUCH_NAME = 3;
const FAILURE = 2;

/** Starts a DNS server on loopback that says what a test wants, without a time to live. */
export async function startNameServer(): Promise<NameServer> {
	const socket = dgram.createSocket("udp4").bind(0, "127.0.0.1");
	await once(socket, "listening");
	const server: NameServer = {
		address: `127.0.0.1:${socket.address().port}`,
		names: {},
		asked: [],
		stop: async () => {
			socket.close();
			await once(socket, "close");
		},
	};
	socket.on("message", (query, { port, address }) => {
		const { name, type, end } = readQuestion(query);
		const question = `${type} ${name}`;
		server.asked.push(question);
		const known = server.names[name];
		const times = server.asked.filter((one) => one === question).length;
		const answer = typeof known === "function" ? known(times) : known;
		if (answer === "silence") return;
		socket.send(writeAnswer(query.subarray(0, end), type, answer), port, address);
	});
	return server;
}

function readQuestion(query: Buffer) {
	const labels: string[] = [];
	let at = HEAD_BYTES;
	for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
		labels.push(query.toString("latin1", at + 1, at + 1 + length));
		at += 1 + length;
	}
	const type = TYPES[query.readUInt16BE(at + 1)] ?? "other";
	return { name: labels.join(".").toLowerCase(), type, end: at + 5 };
}

function writeAnswer(asked: Buffer, type: string, answer: string[] | "failure" | undefined) {
	const addresses = Array.isArray(answer) ? answer : [];
	const ofType = addresses.filter((one) => (isIPv4(one) ? "A" : "AAAA") === type);
	const head = Buffer.from(asked.subarray(0, HEAD_BYTES));
	const code = answer === undefined ? NO_SUCH_NAME : answer === "failure" ? FAILURE : 0;
	// A response, with recursion.
	head.writeUInt16BE(0x8180 | code, 2);
	head.writeUInt16BE(1, 4);
	head.writeUInt16BE(ofType.length, 6);
	head.writeUInt32BE(0, 8);
	return Buffer.concat([head, asked.subarray(HEAD_BYTES), ...ofType.map(writeRecord)]);
}

function writeRecord(address: string): Buffer {
	const data = bytesOf(address);
	const record = Buffer.alloc(12);
	// The name is the one at byte 12, the question's.
	record.writeUInt16BE(0xc00c, 0);
	record.writeUInt16BE(data.length === 4 ? 1 : 28, 2);
	record.writeUInt16BE(1, 4);
	record.writeUInt16BE(data.length, 10);
	return Buffer.concat([record, data]);
}

function bytesOf(address: string): Buffer {
	if (isIPv4(address)) return Buffer.from(address.split(".").map(Number));
	const [head = "", tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
	const groups = (text: string | undefined) => (text ? text.split(":") : []);
	const before = groups(head);
	const after = groups(tail);
	const zeros = Array(8 - before.length - after.length).fill("0");
	const words = [...before, ...zeros, ...after].map((word) => Number.parseInt(word, 16));
	return Buffer.from(words.flatMap((word) => [word >> 8, word & 0xff]));
}
