import type { readDatabaseState } from "#app/admin/database-state.server.ts";
import { Card } from "#app/ui/list/card.tsx";
import { Facts } from "#app/ui/list/facts.tsx";

type DatabaseState = Awaited<ReturnType<typeof readDatabaseState>>;

type BuildCardProps = {
	build: { version: string | null; commit: string | null; node: string };
	database: DatabaseState;
};

/** The running build and its database. */
export function BuildCard({ build, database }: BuildCardProps) {
	return (
		<Card title="Build and database">
			<Facts
				facts={[
					["Version", build.version ?? "run from source"],
					["Commit", build.commit ?? "unknown", "mono"],
					["Node", build.node],
					["Journal mode", database.journalMode],
					[
						"On disk",
						`${formatBytes(database.bytes)}, and ${formatBytes(database.logBytes)} of log`,
					],
					["Replication", formatReplication(database.replication)],
				]}
			/>
			<details>
				<summary>{database.migrations.length} migrations applied</summary>
				<ul className="mono">
					{database.migrations.map((name) => (
						<li key={name}>{name}</li>
					))}
				</ul>
			</details>
		</Card>
	);
}

function formatReplication(replication: DatabaseState["replication"]): string {
	const { kind, lagMs, position } = replication;
	if (position === null) return "primary, without replicas";
	const at = `at transaction ${Number.parseInt(position, 16)}`;
	const seconds = `${Math.max(0, lagMs / 1000).toFixed(1)} s`;
	if (kind === "primary") return `primary, ${at}`;
	return kind === "replica"
		? `replica of ${replication.primary}, ${at}, last heard from it ${seconds} ago`
		: `cut off from the primary for ${seconds}, ${at}`;
}

function formatBytes(bytes: number): string {
	return `${(bytes / 1_000_000).toLocaleString("en-GB", { maximumFractionDigits: 1 })} MB`;
}
