import { once } from "node:events";
import net from "node:net";

/** A mail as the server got it: the commands of its session, and all between DATA and the dot. */
type TakenMail = { from: string; to: string; data: string };

/**
 * What a client sent: a command's first four letters, "." for the end of a mail, "" for the new
 * connection, or "DATA bytes" for a part of a mail.
 */
export type Step = string;

/** A reply, "hang" for none, or "drop" to close the connection. */
export type Reply = string | "hang" | "drop";

export type FakeSmtp = {
	port: number;
	/** Every command line, of all connections. */
	commands: string[];
	/** The mails that were taken with a 250. */
	taken: TakenMail[];
	connections: number;
	/** Decides each reply; undefined for the usual one. */
	reply: (step: Step, line: string) => Reply | undefined;
	stop: () => Promise<void>;
};

const USUAL: Record<string, string> = {
	"": "220 mail.example ESMTP",
	EHLO: "250-mail.example\r\n250-PIPELINING\r\n250-AUTH PLAIN\r\n250 ENHANCEDSTATUSCODES",
	AUTH: "235 2.7.0 Welcome",
	DATA: "354 Go on",
	QUIT: "221 2.0.0 Bye",
};

/** A client may send DATA before it knows that the recipient was refused. */
const NOBODY = "554 5.5.1 No valid recipients";

/** Starts a mail server on loopback that takes every mail, unless `reply` says otherwise. */
export async function startSmtp(): Promise<FakeSmtp> {
	const sockets = new Set<net.Socket>();
	const server = net.createServer((socket) => {
		fake.connections += 1;
		sockets.add(socket);
		socket.on("error", () => {}).on("close", () => sockets.delete(socket));
		serve(socket, fake);
	});
	await once(server.listen(0, "127.0.0.1"), "listening");
	const fake: FakeSmtp = {
		port: (server.address() as net.AddressInfo).port,
		...{ commands: [], taken: [], connections: 0, reply: () => undefined },
		stop: async () => {
			for (const socket of sockets) socket.destroy();
			server.close();
			await once(server, "close");
		},
	};
	return fake;
}

function serve(socket: net.Socket, fake: FakeSmtp): void {
	let mail: TakenMail = { from: "", to: "", data: "" };
	let isData = false;
	let rest = "";

	/** Returns whether the usual reply was sent. */
	const answer = (step: Step, line: string): boolean => {
		const said = fake.reply(step, line) ?? (step === "DATA" && !mail.to ? NOBODY : undefined);
		if (said === "drop") socket.destroy();
		else if (said !== "hang") socket.write(`${said ?? USUAL[step] ?? "250 2.0.0 OK"}\r\n`);
		return said === undefined;
	};
	const command = (line: string) => {
		fake.commands.push(line);
		const step = line.slice(0, 4).toUpperCase();
		const [, address = ""] = /<(.*)>/.exec(line) ?? [];
		if (step === "MAIL") mail = { from: address, to: "", data: "" };
		const isUsual = answer(step, line);
		if (isUsual && step === "RCPT") mail.to = address;
		if (isUsual && step === "DATA") isData = true;
	};

	socket.setEncoding("utf8").on("data", (chunk: string) => {
		rest += chunk;
		if (isData && fake.reply("DATA bytes", rest) === "drop") socket.destroy();
		for (;;) {
			const mark = isData ? "\r\n.\r\n" : "\r\n";
			const end = rest.indexOf(mark);
			if (end < 0 || socket.destroyed) return;
			const part = rest.slice(0, end);
			rest = rest.slice(end + mark.length);
			if (!isData) command(part);
			else {
				isData = false;
				if (answer(".", part)) fake.taken.push({ ...mail, data: part });
			}
		}
	});
	answer("", "");
}
