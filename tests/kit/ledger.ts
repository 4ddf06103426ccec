/** People who write while servers are killed, and the ledger of what was acknowledged to them. */

import { type Answer, createClient, type Values } from "./http/client.ts";
import { secondPage } from "./http/visitor-form.ts";
import { columnOf, reading } from "./process/database.ts";
import { pause, until } from "./until.ts";
import { createApp } from "./world/app.ts";
import { createDocument } from "./world/document.ts";
import { createForm } from "./world/form.ts";
import { createSubmission } from "./world/submission.ts";
import { createUser } from "./world/user.ts";
import { cookieOf } from "./world/world.ts";

/** The least number of writes between two crashes. */
const LEAST_WRITES = 20;
/** A crash comes within this time after them. */
const LOAD_MS = 700;
const PATIENCE_MS = 60_000;
/** How long a writer waits after a failed request. */
const AGAIN_MS = 250;

/** Whether the database holds an acknowledged write. A submission comes with its mail. */
const PROOFS = {
	document: "SELECT EXISTS (SELECT 1 FROM Document WHERE requestId = @proof)",
	version: "SELECT EXISTS (SELECT 1 FROM DocumentVersion WHERE content = @proof)",
	submission: `SELECT EXISTS (SELECT 1 FROM Submission WHERE email = @proof)
		AND (SELECT count(*) FROM OutboxMail WHERE recipient = @proof) = 1`,
	message: "SELECT EXISTS (SELECT 1 FROM Message WHERE message = 'Message ' || @proof || '.')",
};

/** Rows that exist twice although they were sent as one. */
const DOUBLES = `SELECT
	(SELECT count(*) - count(DISTINCT email) FROM Submission) +
	(SELECT count(*) - count(DISTINCT content) FROM DocumentVersion WHERE revision > 1) +
	(SELECT count(*) - count(DISTINCT message) FROM Message) +
	(SELECT count(*) - count(DISTINCT requestId) FROM Document)`;

type Write = {
	address: string;
	values: Values;
	cookie?: string;
	/** What the database must hold once it is acknowledged. */
	kind: keyof typeof PROOFS;
	proof: string;
};

export type Ledger = {
	acknowledged: Write[];
	/** Responses that were neither success nor a refusal that says when to try again. */
	faults: string[];
	/** How often no response came, and how often it was a 503. */
	cut: number;
	shed: number;
};

/** How writers reach the site. */
export type Way = {
	url: string;
	headersFor?: (method: "GET" | "POST") => Record<string, string>;
	/** What a proxy says when the server behind it is gone: there was no answer. */
	goneStatus?: number;
};

export type Author = Awaited<ReturnType<typeof createAuthor>>;

/** Creates an owner on Pro with a document, a form and an open conversation. */
export async function createAuthor() {
	const user = await createUser({ plan: "pro" });
	const app = await createApp(user);
	const document = await createDocument(app);
	const form = await createForm(app);
	const submission = await createSubmission(form);
	return { user, cookie: await cookieOf(user), app, document, form, submission };
}

/** Lets the authors write all the time, and crashes something at `times` random moments. */
export async function crashWhileWriting(
	way: Way,
	authors: Author[],
	{
		times,
		random,
		crash,
	}: { times: number; random: () => number; crash: (n: number, ledger: Ledger) => Promise<void> },
): Promise<Ledger> {
	const ledger: Ledger = { acknowledged: [], faults: [], cut: 0, shed: 0 };
	let isOver = false;
	const writers = authors.map((author) => new Writer(way, author, ledger).write(() => isOver));
	for (let n = 0; n < times; n += 1) {
		const enough = ledger.acknowledged.length + LEAST_WRITES;
		await until("people write", () => ledger.acknowledged.length >= enough, PATIENCE_MS);
		await pause(random() * LOAD_MS);
		await crash(n, ledger);
	}
	isOver = true;
	await Promise.all(writers);
	return ledger;
}

/** Counts the acknowledged writes that a database lacks. */
export function countMissing(file: string, acknowledged: Write[]): number {
	return reading(file, (database) => {
		const isThere = ({ kind, proof }: Write) =>
			database.prepare(PROOFS[kind]).pluck().get({ proof }) === 1;
		return acknowledged.filter((write) => !isThere(write)).length;
	});
}

export function countDoubles(file: string): number {
	return columnOf(file, DOUBLES)[0] as number;
}

/** What SQLite finds wrong with a database. */
export function damageOf(file: string): string[] {
	return reading(file, (database) => {
		const integrity = database.pragma("integrity_check", { simple: true });
		const orphans = (database.pragma("foreign_key_check") as unknown[]).length;
		return [
			...(integrity === "ok" ? [] : [`integrity_check: ${integrity}`]),
			...(orphans === 0 ? [] : [`foreign_key_check: ${orphans} rows`]),
		];
	});
}

class Writer {
	readonly #way: Way;
	readonly #author: Author;
	readonly #ledger: Ledger;
	#revision: number;

	constructor(way: Way, author: Author, ledger: Ledger) {
		this.#way = way;
		this.#author = author;
		this.#ledger = ledger;
		this.#revision = author.document.revision;
	}

	/** Writes in every way in turn, until `isOver`. */
	async write(isOver: () => boolean): Promise<void> {
		const ways = [
			() => this.#publish(),
			() => this.#save(),
			() => this.#submit(),
			() => this.#reply(),
			() => this.#ask(),
		];
		while (!isOver()) {
			for (const way of ways) {
				const write = way();
				const answer = await this.#send(write, isOver);
				if (answer?.status === 303) this.#ledger.acknowledged.push(write);
				// After a save without a response, the page shows the current revision.
				if (write.kind === "version") await this.#readRevision(isOver);
			}
		}
	}

	/** A write without a response is sent again with the same id, as people do. */
	async #send(write: Write, isOver: () => boolean): Promise<Answer | null> {
		const { url, headersFor, goneStatus } = this.#way;
		const client = createClient(url, { cookie: write.cookie });
		// The app's rate limits count by client address.
		const address = { "X-Forwarded-For": `198.51.${randomByte()}.${randomByte()}` };
		while (!isOver()) {
			const headers = { ...address, ...headersFor?.("POST") };
			const answer = await client.post(write.address, write.values, headers).catch(() => null);
			if (answer === null || answer.status === goneStatus) {
				this.#ledger.cut += 1;
			} else if (answer.status === 503 && answer.headers["retry-after"]) {
				this.#ledger.shed += 1;
			} else {
				if (answer.status !== 303)
					this.#ledger.faults.push(`${answer.status} for ${write.address}`);
				return answer;
			}
			await pause(AGAIN_MS);
			// A repeated save would be refused as a conflict with the first.
			if (write.kind === "version") return null;
		}
		return null;
	}

	async #readRevision(isOver: () => boolean): Promise<void> {
		const client = createClient(this.#way.url, { cookie: this.#author.cookie });
		while (!isOver()) {
			const page = await client.get(this.#editor, this.#way.headersFor?.("GET")).catch(() => null);
			const [, revision] = /name="revision" value="(\d+)"/.exec(page?.text ?? "") ?? [];
			if (revision) {
				this.#revision = Number(revision);
				return;
			}
			await pause(AGAIN_MS);
		}
	}

	get #editor(): string {
		return `/app/${this.#author.app.appId}/documents/${this.#author.document.id}/edit`;
	}

	#publish(): Write {
		const { app, cookie } = this.#author;
		const proof = crypto.randomUUID();
		const values = { title: `Terms ${proof}`, content: "# Terms", request_id: proof };
		return { address: `/app/${app.appId}/documents/new`, values, cookie, kind: "document", proof };
	}

	#save(): Write {
		const { document, cookie } = this.#author;
		const proof = `Saved as ${crypto.randomUUID()}.`;
		const values = { title: document.title, content: proof, revision: String(this.#revision) };
		return { address: this.#editor, values, cookie, kind: "version", proof };
	}

	#submit(): Write {
		const { form } = this.#author;
		const proof = `${crypto.randomUUID()}@example.com`;
		const values = secondPage(form, { email: proof });
		return { address: form.path, values, kind: "submission", proof };
	}

	#reply(): Write {
		const { submission, cookie } = this.#author;
		return { address: `/admin/conversation/${submission.id}`, cookie, ...message() };
	}

	#ask(): Write {
		return { address: `/conversation/${this.#author.submission.token}`, ...message() };
	}
}

function message() {
	const proof = crypto.randomUUID();
	const values = { message: `Message ${proof}.`, request_id: proof };
	return { values, kind: "message" as const, proof };
}

function randomByte(): number {
	return Math.floor(Math.random() * 256);
}
