import path from "node:path";
import { applyMigrations } from "../../bin/migrate.ts";
import { liftRateLimits } from "../kit/process/database.ts";
import { freePort } from "../kit/process/server.ts";
import { hostedAt } from "../kit/rehearsal.ts";
import { startPostmark } from "../kit/stand-ins/postmark.ts";
import { until } from "../kit/until.ts";
import { type Link, layLink } from "./link.ts";
import { Node } from "./node.ts";
import { startRouter } from "./router.ts";

export const PRIMARY = "primary";
const NAMES = [PRIMARY, "replica-1", "replica-2"];

/**
 * Starts a primary and two replicas on loopback behind a router. They serve what was a plain file
 * on the primary.
 */
export async function startCluster(folder: string, maxLagS: number) {
	const postmark = await startPostmark();
	const ports = new Map<string, number>();
	const litefsPorts = new Map<string, number>();
	for (const name of NAMES) {
		ports.set(name, await freePort());
		litefsPorts.set(name, await freePort());
	}
	const router = await startRouter(ports);
	/** The environment of every app in the cluster. */
	const env = { ...hostedAt(router.url, postmark), REPLICA_MAX_LAG_S: String(maxLagS) };
	const primaryPort = litefsPorts.get(PRIMARY) as number;
	/** The link from each replica to the primary, by the replica's name. */
	const links = new Map<string, Link>();
	const nodes: Node[] = [];
	for (const name of NAMES) {
		const link = name === PRIMARY ? null : await layLink(primaryPort);
		if (link) links.set(name, link);
		nodes.push(
			new Node({
				name,
				folder: path.join(folder, name),
				port: ports.get(name) as number,
				litefsPort: litefsPorts.get(name) as number,
				primary: PRIMARY,
				primaryUrl: link?.url ?? `http://127.0.0.1:${primaryPort}`,
				env,
			}),
		);
	}
	const [primary, ...replicas] = nodes as [Node, ...Node[]];
	/** Waits until every node holds the same data. Returns how long that took in milliseconds. */
	const agree = (limitMs?: number) =>
		until(
			"every node holds the same",
			() => nodes.every((node) => node.position() === primary.position()),
			limitMs,
		);
	const close = async () => {
		for (const link of links.values()) link.mend();
		await Promise.all(nodes.map((node) => node.end("SIGKILL")));
		for (const link of links.values()) link.close();
		await router.stop();
		await postmark.stop();
	};
	try {
		await applyMigrations(primary.plainFile);
		liftRateLimits(primary.plainFile);
		await primary.start();
		await Promise.all(replicas.map((replica) => replica.start()));
	} catch (error) {
		await close();
		throw error;
	}
	return { nodes, primary, replicas, links, router, postmark, env, agree, close };
}
