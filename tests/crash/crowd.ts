import { once } from "node:events";
import fs from "node:fs";
import net from "node:net";
import { createClient, FORM } from "../kit/http/client.ts";
import type { Author } from "../kit/ledger.ts";
import { startServer } from "../kit/process/server.ts";
import type { Site } from "../kit/rehearsal.ts";
import { describeTimes, type Row } from "../kit/report.ts";
import { until } from "../kit/until.ts";

const IDLE = 10_000;
const SLOW = 500;
/** Open files that this process needs for anything else. */
const RESERVED = 1_000;
const AT_ONCE = 250;
const ROUNDS = 20;
const SOON_MS = 1_000;
/** The limits of server/limits.ts, plus the 5 s between two checks. */
const HEADS_CUT_MS = 22_000;
const BODIES_CUT_MS = 37_000;

/** Opens thousands of silent or slow connections, and measures what other people notice. */
export async function crowd({ file, env, url }: Site, authors: Author[]): Promise<Row[]> {
	const server = await startServer(file, env);
	const [author] = authors;
	if (!author) throw new Error("There is nobody");
	const sockets = new Set<net.Socket>();
	const host = new URL(url).host;
	const idle = Math.min(IDLE, openFiles() - 3 * SLOW - RESERVED);
	try {
		await open(url, sockets, idle, "");
		const head = `Host: ${host}\r\n`;
		const heads = await open(url, sockets, SLOW, `GET /auth HTTP/1.1\r\n${head}X-Slow: `);
		const post = `POST ${author.form.path} HTTP/1.1\r\n${head}Content-Type: ${FORM}\r\n`;
		const bodies = await open(url, sockets, SLOW, `${post}Content-Length: 1000\r\n\r\nfield=`);
		const halves = await open(url, sockets, SLOW, `GET /auth HTTP/1.1\r\n${head}X-Half: `);
		for (const socket of halves) socket.end();

		const client = createClient(url, { cookie: author.cookie });
		// The server has accepted them all before it handles this request.
		await client.get("/healthz");
		const started = performance.now();
		const times: number[] = [];
		for (let n = 0; n < ROUNDS; n += 1) {
			for (const visit of [
				() => client.get("/healthz"),
				() => client.get(author.document.path),
				() => client.get("/settings"),
				() => client.post("/settings", { full_name: `Ada ${n}`, company: "" }),
			]) {
				const asked = performance.now();
				const { status } = await visit();
				times.push(status < 400 ? performance.now() - asked : Number.POSITIVE_INFINITY);
			}
		}
		const cut = async (opened: net.Socket[], limit: number) => {
			const isCut = () => opened.every((socket) => socket.destroyed || socket.readableEnded);
			await until("slow clients are cut", isCut, limit).catch(() => {});
			return isCut() ? performance.now() - started : Number.POSITIVE_INFINITY;
		};
		const headsMs = await cut(heads, HEADS_CUT_MS);
		const bodiesMs = await cut(bodies, BODIES_CUT_MS);
		return [
			{
				what: `${idle.toLocaleString("en")} idle connections, ${SLOW} slow heads, ${SLOW} slow bodies and ${SLOW} half-open ones: what others wait`,
				asked: "within 1 s",
				seen: describeTimes(times),
				isMet: Math.max(...times) <= SOON_MS,
			},
			{
				what: "slow heads and slow bodies are cut off",
				asked: `within ${HEADS_CUT_MS / 1000} and ${BODIES_CUT_MS / 1000} s`,
				seen: `after ${(headsMs / 1000).toFixed(0)} and ${(bodiesMs / 1000).toFixed(0)} s`,
				isMet: headsMs <= HEADS_CUT_MS && bodiesMs <= BODIES_CUT_MS,
			},
		];
	} finally {
		for (const socket of sockets) socket.destroy();
		await server.stop();
	}
}

/** Opens `count` connections that send `bytes` and nothing more. */
async function open(
	url: string,
	sockets: Set<net.Socket>,
	count: number,
	bytes: string,
): Promise<net.Socket[]> {
	const { port } = new URL(url);
	const opened: net.Socket[] = [];
	while (opened.length < count) {
		const some = Array.from({ length: Math.min(AT_ONCE, count - opened.length) }, async () => {
			const socket = net.connect({ port: Number(port), host: "127.0.0.1", allowHalfOpen: true });
			sockets.add(socket);
			await once(socket, "connect");
			socket.on("error", () => {});
			socket.resume();
			if (bytes) socket.write(bytes);
			return socket;
		});
		opened.push(...(await Promise.all(some)));
	}
	return opened;
}

/** How many files this process may open. */
function openFiles(): number {
	try {
		const limits = fs.readFileSync("/proc/self/limits", "utf8");
		return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1]) || 1024;
	} catch {
		return 1024;
	}
}
