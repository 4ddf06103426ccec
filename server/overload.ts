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

/** How long requests may wait, in milliseconds. */
type Patience = {
	/** A longer wait is too long once it has lasted for `standing`. */
	limit: number;
	/**
	 * How long waits over `limit` may last, because a burst, such as after a mail to many, passes by
	 * itself. After as long without such a wait, the next one starts a new burst.
	 */
	standing: number;
	/** A longer wait is refused at once. */
	most: number;
};

const READ: Patience = { limit: 800, standing: 2_000, most: 5_000 };
/**
 * Posts are refused last, because a reload can't restore what somebody typed. The database itself
 * refuses a write after a 10 s wait.
 */
const POST: Patience = { limit: 1_000, standing: 10_000, most: 10_000 };
/** Fewer requests than this are no overload, however long one takes. */
const ALWAYS_LET_IN = 8;
/** Below this share of one core, requests wait for something else: a payment service, a hash. */
const BUSY = 0.8;
const MEASURE_MS = 100;
const TICK_MS = 50;
/** A queue of new connections that empties sooner is not measured. */
const UNWATCHED_MS = 300;
/** The assumed cost of a request before any measurement, in milliseconds of the main thread. */
const FIRST_COST_MS = 5;
const SMOOTHING = 0.3;
/** Fewer responses than this say little about the cost of one. */
const ENOUGH = 3;
const RETRY_AFTER_S = "2";

type Meter = {
	now: () => number;
	/** Milliseconds that the event loop has been active since the start. */
	active: () => number;
};

const PROCESS: Meter = {
	now: () => performance.now(),
	active: () => performance.eventLoopUtilization().active,
};

/** Tracks since when the wait has been too long, and when it last was. */
class Impatience {
	#patience: Patience;
	#since = 0;
	#last = Number.NEGATIVE_INFINITY;

	constructor(patience: Patience) {
		this.#patience = patience;
	}

	/** Returns whether to refuse a request that comes now and would wait `wait` milliseconds. */
	isOver(wait: number, now: number): boolean {
		const { limit, standing, most } = this.#patience;
		if (wait <= limit) return false;
		if (now - this.#last > standing) this.#since = now;
		this.#last = now;
		return wait > most || now - this.#since >= standing;
	}
}

/** Connects to a server of this process. Resolves once it accepts the connection or fails to. */
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
		// "close" follows every error.
		socket.once("error", () => {});
		socket.once("close", () => {
			server.off("connection", take);
			resolve();
		});
	});
}

/**
 * Measures the process's load: requests in flight, their recent cost, and the event loop's delay.
 * JavaScript runs on one thread, so the next request waits for all of that.
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
	/** Requests let in since the last tick, and between the two ticks before. */
	#taken = 0;
	#takenBefore = 0;
	/** When every turn of the event loop began to bring a new connection. */
	#queueSince: number | null = null;
	#isQueueEmpty = true;
	#standInLine: () => Promise<void>;
	/** When our probe joined the queue of new connections, and how long the last probe waited. */
	#inLineSince: number | null = null;
	#queueWait = 0;
	/** The arrival time of each post in flight, the oldest first. */
	#underWay = new Set<{ at: number }>();
	#postsAnswered = 0;
	#msEachPost = FIRST_COST_MS;
	#reads = new Impatience(READ);
	#posts = new Impatience(POST);

	/** `standInLine` joins the queue of new connections and resolves once it is accepted. */
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

	/** Watches the event loop's delay and the server's new connections until the process ends. */
	watch(server: Server): this {
		setInterval(() => this.tick(), TICK_MS).unref();
		server.on("connection", () => this.connected());
		return this;
	}

	/** Must be called every 50 ms. Requests have waited for as long as the call is late. */
	tick(): void {
		const now = this.#meter.now();
		this.#delay = this.#lateness(now);
		this.#tickAt = now;
		this.#takenBefore = this.#taken;
		this.#taken = 0;
	}

	/**
	 * Must be called for each new connection. A turn of the event loop accepts one; the others wait
	 * in the system's queue, which hides how long. A turn without a new connection shows that the
	 * queue is empty. While it isn't, a connection of our own measures how long the queue takes.
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

	/** Returns whether one more request would wait too long for its response. */
	isTooHigh(isRead: boolean): boolean {
		const now = this.#meter.now();
		const wait = this.#wait(now);
		if (isRead) return this.#reads.isOver(wait, now);
		if (wait === 0) return false;
		return this.#posts.isOver(Math.max(wait, this.#lineOfPosts(now)), now);
	}

	/**
	 * Returns how long the next post would wait for the database: posts in flight times the time
	 * each has taken lately, or the wait so far of those in flight, whichever is longer. A few posts
	 * are no queue: they may wait for something else.
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
		// Refuse at once only on a measured wait; an estimate must persist.
		const reckoned = Math.min(this.#underWay.size * this.#msEachPost, POST.most);
		return Math.max(now - since, reckoned);
	}

	/** Estimates how long a request that comes now would wait. */
	#wait(now: number): number {
		this.#measure(now);
		const inLine = this.#inLineSince === null ? 0 : now - this.#inLineSince;
		const queue = this.#queueSince === null ? 0 : Math.max(this.#queueWait, inLine);
		const crowd = Math.max(this.#inFlight, this.#taken, this.#takenBefore);
		if (!this.#isBusy || (crowd < ALWAYS_LET_IN && queue < READ.limit)) return 0;
		// A turn of the event loop reads every socket with data and runs no timer meanwhile, so this
		// turn's delay so far adds to the delay of the turn before.
		const late = this.#delay + this.#lateness(now);
		return Math.max(late, queue) + this.#inFlight * this.#cost;
	}

	#lateness(now: number): number {
		return Math.max(0, now - this.#tickAt - TICK_MS);
	}

	/** Counts a request as in flight until the returned function is called. */
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
 * Sheds load: responds with 503 while requests would wait too long, so that others are handled
 * soon. It comes before any other work on a request, because in a flood most of the work is
 * refusing. Files and routes whose handle says `neverShed` are always served.
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

/** Counts each request that was let in until it has a response. */
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

/** Counts a request once its body has arrived: a client that sends slowly costs nothing. */
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
