import fs from "node:fs";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import net from "node:net";
import { performance } from "node:perf_hooks";
import type { HttpBindings } from "@hono/node-server";
import type { MiddlewareHandler } from "hono";
import type { AppBuild } from "./build.ts";
import { ASSETS } from "./files.ts";
import { commonHeaders, STRICTEST } from "./headers.ts";
import { pageOf } from "./plain-page.ts";
import { sendLogged } from "./request-log.ts";

/** How long people can be asked to wait, in milliseconds. */
type Patience = {
	/** What is too long once it lasts. */
	limit: number;
	/**
	 * For how long it may last: a crowd that comes at once, such as after a mail to many, goes again.
	 * Without a long wait for as long, the next is a new crowd's.
	 */
	standing: number;
	/** Too long even for a moment. */
	most: number;
};

const READ: Patience = { limit: 800, standing: 2_000, most: 5_000 };
/**
 * A page can be asked for again, and what somebody typed can't: posts are turned away last. After
 * 10 s in line for the database they would be, in any case.
 */
const POST: Patience = { limit: 1_000, standing: 10_000, most: 10_000 };
/** So few are no overload, however long one of them takes. */
const ALWAYS_LET_IN = 8;
/** Below this share of one core, waiting is for somebody else: a payment service, a hash. */
const BUSY = 0.8;
const MEASURE_MS = 100;
const TICK_MS = 50;
/** A queue of new connections that is empty again so soon is not worth a look. */
const UNWATCHED_MS = 300;
/** What a request costs until it is known, in milliseconds of the main thread. */
const FIRST_COST_MS = 5;
const SMOOTHING = 0.3;
/** Fewer answers than this say little about what one costs. */
const ENOUGH = 3;
const RETRY_AFTER_S = "2";

type Meter = {
	now: () => number;
	/** Milliseconds that the event loop has worked since it began. */
	active: () => number;
};

const PROCESS: Meter = {
	now: () => performance.now(),
	active: () => performance.eventLoopUtilization().active,
};

/** Since when the wait is too long, and when it last was. */
class Impatience {
	#patience: Patience;
	#since = 0;
	#last = Number.NEGATIVE_INFINITY;

	constructor(patience: Patience) {
		this.#patience = patience;
	}

	/** Whether somebody who comes now must be turned away, where they would wait for so long. */
	isOver(wait: number, now: number): boolean {
		const { limit, standing, most } = this.#patience;
		if (wait <= limit) return false;
		if (now - this.#last > standing) this.#since = now;
		this.#last = now;
		return wait > most || now - this.#since >= standing;
	}
}

/** Connects to a server of this process, and resolves once it has taken the connection, or won't. */
export function joinQueueOf(server: Server): Promise<void> {
	const at = server.address();
	if (at === null || typeof at === "string") return Promise.resolve();
	const host = { "0.0.0.0": "127.0.0.1", "::": "::1" }[at.address] ?? at.address;
	return new Promise((resolve) => {
		const taken = new Set<number | undefined>();
		const socket = net.connect({ port: at.port, host });
		const look = () => {
			if (socket.localPort !== undefined && taken.has(socket.localPort)) socket.destroy();
		};
		const take = ({ remotePort }: net.Socket) => {
			taken.add(remotePort);
			look();
		};
		server.on("connection", take);
		socket.once("connect", look);
		// Said by "close" as well.
		socket.once("error", () => {});
		socket.once("close", () => {
			server.off("connection", take);
			resolve();
		});
	});
}

/**
 * How much the process has taken on: the requests under way, what one has cost lately, and how late
 * the event loop is. JavaScript runs on one thread, so who comes next waits for all of that.
 */
export class Load {
	#meter: Meter;
	#inFlight = 0;
	#answered = 0;
	#cost = FIRST_COST_MS;
	#isBusy = false;
	#measuredAt: number;
	#activeThen: number;
	#tickAt: number;
	#delay = 0;
	/** Let in since the last tick, and between the two before. */
	#taken = 0;
	#takenBefore = 0;
	/** Since when every turn of the event loop has brought a new connection. */
	#queueSince: number | null = null;
	#isQueueEmpty = true;
	#standInLine: () => Promise<void>;
	/** Since when we stand in that queue ourselves, and for how long we did the last time. */
	#inLineSince: number | null = null;
	#queueWait = 0;
	/** When each post that is under way came, the oldest first. */
	#underWay = new Set<{ at: number }>();
	#postsAnswered = 0;
	#msEachPost = FIRST_COST_MS;
	#reads = new Impatience(READ);
	#posts = new Impatience(POST);

	/** `standInLine` joins the queue of new connections, and resolves once it is taken. */
	constructor(standInLine: () => Promise<void>, meter: Meter = PROCESS) {
		this.#standInLine = standInLine;
		this.#meter = meter;
		this.#measuredAt = meter.now();
		this.#tickAt = this.#measuredAt;
		this.#activeThen = meter.active();
	}

	get inFlight(): number {
		return this.#inFlight;
	}

	/** Watches how late the event loop is, until the process ends, and a server's new connections. */
	watch(server: Server): this {
		setInterval(() => this.tick(), TICK_MS).unref();
		server.on("connection", () => this.connected());
		return this;
	}

	/** To be called every 50 ms: what it is late, requests have waited too. */
	tick(): void {
		const now = this.#meter.now();
		this.#delay = this.#lateness(now);
		this.#tickAt = now;
		this.#takenBefore = this.#taken;
		this.#taken = 0;
	}

	/**
	 * To be called for each new connection. A turn of the event loop takes one, so the others wait in
	 * the system's queue, where nobody sees how long. But whether it is empty can be seen: a turn brings
	 * no new connection. While none does, we stand in that queue ourselves to learn how long it takes.
	 */
	connected(): void {
		this.#isQueueEmpty = false;
		if (this.#queueSince !== null) return;
		this.#queueSince = this.#meter.now();
		setImmediate(() => this.#watchQueue());
	}

	#watchQueue(): void {
		if (this.#queueSince === null || this.#isQueueEmpty) {
			this.#queueSince = null;
			this.#queueWait = 0;
			return;
		}
		const now = this.#meter.now();
		if (this.#inLineSince === null && now - this.#queueSince > UNWATCHED_MS) this.#joinQueue(now);
		this.#isQueueEmpty = true;
		setImmediate(() => this.#watchQueue());
	}

	#joinQueue(now: number): void {
		this.#inLineSince = now;
		this.#standInLine().then(() => {
			this.#queueWait = this.#meter.now() - now;
			this.#inLineSince = null;
		});
	}

	/** Whether one more would have to wait too long for its answer. */
	isTooHigh(isRead: boolean): boolean {
		const now = this.#meter.now();
		const wait = this.#wait(now);
		if (isRead) return this.#reads.isOver(wait, now);
		if (wait === 0) return false;
		return this.#posts.isOver(Math.max(wait, this.#lineOfPosts(now)), now);
	}

	/**
	 * How long the next post would stand in line for the database, which says more than what posts
	 * cost: by how many are there and how fast they leave, and at least as long as those who are there
	 * have stood. A few of them can wait for somebody else, and are no line.
	 */
	#lineOfPosts(now: number): number {
		if (this.#underWay.size < ALWAYS_LET_IN) return 0;
		let left = ALWAYS_LET_IN;
		let since = now;
		for (const { at } of this.#underWay) {
			since = at;
			left -= 1;
			if (left === 0) break;
		}
		// Only a long wait that was, and none that is reckoned, is too long even for a moment.
		const reckoned = Math.min(this.#underWay.size * this.#msEachPost, POST.most);
		return Math.max(now - since, reckoned);
	}

	/** How long who comes now would wait, as far as can be known. */
	#wait(now: number): number {
		this.#measure(now);
		const inLine = this.#inLineSince === null ? 0 : now - this.#inLineSince;
		const queue = this.#queueSince === null ? 0 : Math.max(this.#queueWait, inLine);
		const crowd = Math.max(this.#inFlight, this.#taken, this.#takenBefore);
		if (!this.#isBusy || (crowd < ALWAYS_LET_IN && queue < READ.limit)) return 0;
		// A turn of the event loop reads every socket that has something to say, and no timer runs
		// in it: what has been late so far is to be added to what the turn before was late.
		const late = this.#delay + this.#lateness(now);
		return Math.max(late, queue) + this.#inFlight * this.#cost;
	}

	#lateness(now: number): number {
		return Math.max(0, now - this.#tickAt - TICK_MS);
	}

	/** Counts a request until the answer is called. */
	enter(isRead = true): () => void {
		const post = { at: this.#meter.now() };
		if (!isRead) this.#underWay.add(post);
		this.#inFlight += 1;
		this.#taken += 1;
		let isIn = true;
		return () => {
			if (!isIn) return;
			isIn = false;
			if (this.#underWay.delete(post)) this.#postsAnswered += 1;
			this.#inFlight -= 1;
			this.#answered += 1;
		};
	}

	#measure(now: number): void {
		const elapsed = now - this.#measuredAt;
		if (elapsed < MEASURE_MS) return;
		const active = this.#meter.active();
		const worked = active - this.#activeThen;
		this.#isBusy = worked / elapsed > BUSY;
		if (this.#answered >= ENOUGH) {
			this.#cost += SMOOTHING * (worked / this.#answered - this.#cost);
		}
		const isLine = this.#underWay.size >= ALWAYS_LET_IN;
		if (isLine && this.#postsAnswered > 0) {
			this.#msEachPost += SMOOTHING * (elapsed / this.#postsAnswered - this.#msEachPost);
		}
		this.#answered = 0;
		this.#postsAnswered = 0;
		this.#measuredAt = now;
		this.#activeThen = active;
	}
}

type Step = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/**
 * Turns requests away with 503 while the process has more to do than it can do soon, so that those it
 * takes are answered soon. It does so before anything else is made of a request: in a flood, most of
 * the work is to say no. Files are given out always, and so are routes whose handle says so.
 */
export function shedLoad(build: AppBuild, load: Load): Step {
	const { env, logEvent, routeHandles } = build.entry.module;
	const handles = routeHandles(build.routes);
	const files = new Set(fs.readdirSync("build/client").map((name) => `/${name}`));
	const common = { ...commonHeaders(env), ...STRICTEST, "Retry-After": RETRY_AFTER_S };
	return (request, response, next) => {
		const path = request.url?.split("?")[0] ?? "";
		const isGiven =
			path.startsWith(ASSETS) || files.has(path) || handles.get(path)?.neverShed === true;
		const isRead = request.method === "GET" || request.method === "HEAD";
		if (isGiven || !load.isTooHigh(isRead)) return next();
		const { type, body } = refusal(request.headers.accept ?? "", isRead);
		const length = String(Buffer.byteLength(body));
		const headers = { ...common, "Content-Type": type, "Content-Length": length };
		return sendLogged(logEvent, request, response, {
			status: 503,
			route: null,
			headers: Object.entries(headers).flat(),
			body,
			started: performance.now(),
		});
	};
}

function refusal(accept: string, isRead: boolean) {
	const text = isRead
		? "More people than usual are here. Please load this page again in a few seconds."
		: "More people than usual are here, so nothing was done. Go back (your browser still has what you typed), and send it again in a few seconds.";
	return accept.includes("application/json") && !accept.includes("text/html")
		? { type: "application/json", body: JSON.stringify({ error: text }) }
		: { type: "text/html; charset=UTF-8", body: pageOf("Smallprint is busy", text) };
}

/** Counts who was let in, until there is an answer. */
export function countLoad(load: Load): MiddlewareHandler<{ Bindings: HttpBindings }> {
	return async (context, next) => {
		const leave = enterOnceRead(load, context.env?.incoming);
		try {
			await next();
		} finally {
			leave();
		}
	};
}

/** A client that is slow to send its body costs nothing meanwhile, so it counts once it has. */
function enterOnceRead(load: Load, incoming: IncomingMessage | undefined): () => void {
	const isRead = incoming?.method !== "POST";
	if (!incoming || !hasBody(incoming) || incoming.complete) return load.enter(isRead);
	let leave = () => {};
	const enter = () => {
		leave = load.enter(isRead);
	};
	incoming.once("end", enter);
	return () => {
		incoming.off("end", enter);
		leave();
	};
}

function hasBody({ headers }: IncomingMessage): boolean {
	return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}
