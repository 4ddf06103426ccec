import { writeSessionToken } from "#app/http/cookies.server.ts";
import { encode, FORM } from "../kit/http/client.ts";
import { FORMS } from "../kit/http/forms.ts";
import { type BuiltRoute, dataPath } from "../kit/http/routes.ts";
import { addressOf, createWorld, type World } from "../kit/world/world.ts";
import type { Message } from "./message.ts";

/** A request as a browser sends it, before it is mutated. */
export type Sound = { name: string; message: Message };

/** A user whose private data nobody else may see or change. */
export type Victim = {
	world: World;
	/** Texts that must not be in anybody else's responses. */
	markers: string[];
};

export async function createVictim(): Promise<Victim> {
	const world = await createWorld();
	const { user, submission, unverified, deletion } = world;
	const markers = [
		user.email,
		user.token,
		submission.email,
		submission.token,
		submission.verify.token,
		unverified.email,
		unverified.verify.token,
		deletion.email,
		deletion.conversationToken,
		`Thank you, ${user.userId}.`,
	];
	return { world, markers };
}

/**
 * Collects every request that the site's own pages make for a signed-in user: to each address and
 * with each form, on their own data and on the victim's.
 */
export async function fillPool(
	routes: BuiltRoute[],
	victim: Victim,
	url: string,
): Promise<Sound[]> {
	const own = await createWorld({ guideDismissed: false });
	// A conversation's token lets its holder read it, and a status address take a request back.
	const others: World = {
		...victim.world,
		submission: { ...victim.world.submission, token: own.submission.token },
		deletion: { ...victim.world.deletion, token: own.deletion.token },
	};
	const [cookie = ""] = (await writeSessionToken(own.user.token)).split(";");
	const pool: Sound[] = [];
	for (const { pattern } of routes) {
		for (const [whose, world] of [
			["own", own],
			["other", others],
		] as const) {
			const address = addressOf(pattern, world);
			pool.push({ name: `GET ${pattern} (${whose})`, message: get(url, address, cookie) });
			const data = get(url, dataPath(address), cookie);
			pool.push({ name: `GET ${pattern}.data (${whose})`, message: data });
		}
	}
	for (const { name, pattern, fill, query, address } of FORMS) {
		if (pattern.startsWith("/local/")) continue;
		const body = encode(await fill(own));
		const search = (await query?.(own)) ?? "";
		const targets = [(await address?.()) ?? addressOf(pattern, own), addressOf(pattern, others)];
		for (const [at, target] of targets.entries()) {
			const message = post(url, target + search, { cookie, body });
			pool.push({ name: `${name} (${at === 0 ? "own" : "other"})`, message });
		}
	}
	return pool;
}

function get(url: string, target: string, cookie: string): Message {
	const headers: Message["headers"] = [
		["Host", new URL(url).host],
		["Accept", "text/html,*/*;q=0.8"],
		["Sec-Fetch-Site", "same-origin"],
		["Cookie", cookie],
	];
	return { method: "GET", target, headers, body: null };
}

function post(url: string, target: string, { cookie, body }: { cookie: string; body: string }) {
	const { headers } = get(url, target, cookie);
	const more: Message["headers"] = [
		["Origin", url],
		["Content-Type", FORM],
	];
	return { method: "POST", target, headers: [...headers, ...more], body: Buffer.from(body) };
}
