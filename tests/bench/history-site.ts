/** What the part `history` measures: long histories, large texts, and an app that many follow. */
import fs from "node:fs";
import path from "node:path";
import type { AppAccess } from "#app/accounts/access.server.ts";
import { type Transaction, transaction } from "#app/platform/db/db.server.ts";
import { DAY_MS } from "#app/platform/time.ts";
import { openDeletionPage } from "../kit/world/deletion.ts";
import { createDocument } from "../kit/world/document.ts";
import { createSubscribers } from "../kit/world/subscriber.ts";

const LONG_DOCUMENTS = 40;
const LONG_VERSIONS = 500;
const LARGE_VERSIONS = 7;
const LARGE_BYTES = 199_000;
const SUBSCRIBERS = 5_000;
const REQUESTS = 200;

/** Adds it to an app, and returns the addresses. */
export async function createHistory(app: AppAccess) {
	const long: string[] = [];
	for (let n = 0; n < LONG_DOCUMENTS; n += 1) {
		const { id, path } = await createDocument(app, { title: `Old ${n}`, content: shortText(1) });
		await giveVersions(id, LONG_VERSIONS, shortText);
		long.push(path);
	}
	const large = await createDocument(app, { title: "Large", content: largeText(LARGE_VERSIONS) });
	await giveVersions(large.id, LARGE_VERSIONS, largeText);
	const told = await createDocument(app, { title: "Told", content: shortText(1) });
	await createSubscribers(app, SUBSCRIBERS);
	await openDeletionPage(app);
	await transaction((tx) => createRequests(tx, app));
	return {
		/** Documents with 500 versions each. */
		long,
		/** A document with seven versions of 200 kB. */
		large: large.path,
		/** A document that 5,000 people are told of. */
		told: { editor: `/app/${app.appId}/documents/${told.id}/edit`, title: told.title },
		deletions: `/app/${app.appId}/deletions`,
		settings: `/app/${app.appId}/settings`,
	};
}

/** Gives a document of one version as many as are asked for. The newest has the page that it has. */
async function giveVersions(documentId: string, count: number, textOf: (n: number) => string) {
	await transaction(async (tx) => {
		const key = { documentId_revision: { documentId, revision: 1 } };
		const { id: _, ...first } = await tx.documentVersion.findUniqueOrThrow({ where: key });
		await tx.documentVersion.update({ where: key, data: { content: textOf(1) } });
		await tx.documentVersion.createMany({
			data: Array.from({ length: count - 1 }, (_, at) => ({
				...first,
				revision: at + 2,
				content: textOf(at + 2),
				note: at % 10 === 0 ? "We say more clearly what we keep." : "",
			})),
		});
		await tx.document.update({ where: { id: documentId }, data: { revision: count } });
	});
}

function shortText(version: number): string {
	return `## What we keep\n\nText ${version}. We keep what you type until you delete it.`;
}

const POLICY = fs.readFileSync(
	path.join(import.meta.dirname, "../../app/marketing/samples/privacy-policy.md"),
	"utf8",
);

/** A text as lawyers write it, of which each version changes a word in each twentieth paragraph. */
function largeText(version: number): string {
	const paragraphs = POLICY.repeat(Math.ceil(LARGE_BYTES / POLICY.length)).split("\n\n");
	return paragraphs
		.map((text, at) => (at % 20 === version ? text.replace(/ \w+/, ` otherwise${version}`) : text))
		.join("\n\n")
		.slice(0, LARGE_BYTES);
}

async function createRequests(tx: Transaction, { appId, userId, app }: AppAccess): Promise<void> {
	const now = Date.now();
	await tx.deletionRequest.createMany({
		data: Array.from({ length: REQUESTS }, (_, at) => ({
			...{ userId, appId, appName: app.name, scope: "account" },
			askedAt: new Date(now - at * DAY_MS),
			dueAt: new Date(now + (30 - at) * DAY_MS),
			...(at % 2 === 0 && { closedAt: new Date(now), outcome: "done" }),
		})),
	});
}
