/**
 * The stand-ins for other companies' services in local mode. The app reaches them as it reaches the
 * companies: over HTTP, with their SDKs, at a port open to this machine only.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import process from "node:process";
import { getRequestListener } from "@hono/node-server";
import { getConnInfo } from "@hono/node-server/conninfo";
import { Hono } from "hono";
import { notFound } from "./page.ts";
import { createPostmark } from "./postmark/postmark.ts";
import { createApi } from "./stripe/api.ts";
import { createTillPages } from "./stripe/pages.ts";
import { Till } from "./stripe/till.ts";

const PRICES = {
	price_till_basic: { name: "Basic", cents: 499 },
	price_till_pro: { name: "Pro", cents: 999 },
};
const LOOPBACK = ["127.0.0.1", "::1", "::ffff:127.0.0.1"];

/** What the stand-ins need to know about the app. */
type App = {
	env: {
		appUrl: string;
		databaseFile: string;
		stripe: { apiUrl: string; secretKey: string; webhookSecret: string };
		inbound: { postmarkSecret: string | null };
	};
	/** Whether the app is about to send mail. */
	isMailWaiting: () => boolean;
};

export type StandIns = {
	/** Starts serving the app. Returns the pages. */
	open: (app: App) => Hono;
	/** Starts the stand-ins' own background work, once `open`. */
	start: (onError: (error: unknown) => void) => void;
	stop: () => Promise<void>;
};

/**
 * Starts listening and puts the stand-ins' addresses into the environment, which the app reads when
 * it is loaded. An address that is already set is kept. Processes of one cluster share the address.
 */
export async function startStandIns(): Promise<StandIns> {
	let reply: (request: Request) => Response | Promise<Response>;
	const server = createServer(getRequestListener((request) => reply(request)));
	await once(server.listen(0, "127.0.0.1"), "listening");
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	process.env.STRIPE_API_URL ||= url;
	process.env.POSTMARK_API_URL ||= url;
	let startTill = (_: (error: unknown) => void) => async () => {};
	let stopTill = async () => {};

	return {
		open: ({ env, isMailWaiting }) => {
			const fileOf = (name: string) => path.join(path.dirname(env.databaseFile), name);
			const till = new Till({ ...env.stripe, file: fileOf("till.json"), prices: PRICES });
			const secret = env.inbound.postmarkSecret;
			const inbound = secret ? { url: `${env.appUrl}/postmark/inbound`, secret } : null;
			const postmark = createPostmark({ folder: fileOf("mailbox"), isMailWaiting, inbound });
			const stripe = createApi(till);
			reply = (request) => {
				const { hostname, pathname } = new URL(request.url);
				// Refuse a public name that somebody pointed at this machine.
				if (hostname !== "127.0.0.1") return new Response(null, { status: 403 });
				return pathname.startsWith("/v1/") ? stripe.fetch(request) : postmark.api.fetch(request);
			};
			// A test may run its own Stripe.
			if (env.stripe.apiUrl === url) {
				startTill = (onError) => till.start(`${env.appUrl}/stripe/webhook`, onError);
			}
			return createLocalPages(postmark.pages, createTillPages(till));
		},
		start: (onError) => {
			stopTill = startTill(onError);
		},
		stop: async () => {
			await stopTill();
			server.close();
			server.closeAllConnections();
		},
	};
}

/** Returns the pages of all stand-ins, served under /local to this machine only. */
export function createLocalPages(...pages: Hono[]): Hono {
	const local = new Hono();
	local.use(async (context, next) => {
		const { address = "" } = getConnInfo(context).remote;
		return LOOPBACK.includes(address) ? next() : notFound(context, "page");
	});
	for (const some of pages) local.route("/", some);
	return local;
}
