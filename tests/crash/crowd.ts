import type net from "node:net";
import { openFileLimit } from "../../server/limits.ts";
import { createClient, FORM } from "../kit/http/client.ts";
import { holdConnections } from "../kit/http/hold.ts";
import type { Author } from "../kit/ledger.ts";
import { startServer } from "../kit/process/server.ts";
import type { Site } from "../kit/rehearsal.ts";
import { describeTimes, type Row } from "../kit/report.ts";
import { until } from "../kit/until.ts";

const IDLE = 10_000;
const SLOW = 500;
/** Open files that this process needs for anything else. */
const RESERVED = 1_000;
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
	const sockets: net.Socket[] = [];
	const host = new URL(url).host;
	const idle = Math.min(IDLE, openFileLimit() - 3 * SLOW - RESERVED);
	const open = async (count: number, bytes = "") => {
		const opened = await holdConnections(url, count, bytes);
		sockets.push(...opened);
		return opened;
	};
	try {
		await open(idle);
		const head = `Host: ${host}\r\n`;
		const heads = await open(SLOW, `GET /auth HTTP/1.1\r\n${head}X-Slow: `);
		const post = `POST ${author.form.path} HTTP/1.1\r\n${head}Content-Type: ${FORM}\r\n`;
		const bodies = await open(SLOW, `${post}Content-Length: 1000\r\n\r\nfield=`);
		const halves = await open(SLOW, `GET /auth HTTP/1.1\r\n${head}X-Half: `);
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
