import { writeSessionToken } from "#app/http/cookies.server.ts";
import { pause } from "../cluster/until.ts";
import { type Answer, createClient, type Values } from "../kit/http/client.ts";
import { secondPage } from "../kit/http/visitor-form.ts";
import { createApp } from "../kit/world/app.ts";
import { createDocument } from "../kit/world/document.ts";
import { createForm } from "../kit/world/form.ts";
import { createSubmission } from "../kit/world/submission.ts";
import { createUser } from "../kit/world/user.ts";

/** How long a writer waits after a failed request. */
const AGAIN_MS = 250;

/** An acknowledged write, with what the database must hold since. */
export type Acknowledged =
	| { kind: "document"; requestId: string }
	| { kind: "version"; content: string }
	| { kind: "submission"; email: string }
	| { kind: "message"; requestId: string };

type Write = {
	address: string;
	values: Values;
	cookie?: string;
	proof: Acknowledged;
	/** Whether it may be sent again when its outcome is unknown. */
	isRepeatable: boolean;
};

export type Ledger = {
	acknowledged: Acknowledged[];
	/** Responses that were neither success nor a refusal that says when to try again. */
	faults: string[];
	/** How often no response came, and how often it was a 503. */
	cut: number;
	shed: number;
};

export type Author = Awaited<ReturnType<typeof createAuthor>>;

/** Creates an owner on Pro with a document, a form and an open conversation. */
export async function createAuthor() {
	const user = await createUser({ plan: "pro" });
	const app = await createApp(user);
	const document = await createDocument(app);
	const form = await createForm(app);
	const submission = await createSubmission(form);
	const [cookie = ""] = (await writeSessionToken(user.token)).split(";");
	return { cookie, app, document, form, submission };
}

/**
 * Writes all the time, in every way in turn, until `isOver`. A request without a response is sent
 * once more with the same id, as people do.
 */
export async function write(
	url: string,
	author: Author,
	ledger: Ledger,
	isOver: () => boolean,
): Promise<void> {
	let revision = author.document.revision;
	const ways: (() => Write)[] = [
		() => publish(author),
		() => save(author, revision),
		() => submit(author),
		() => reply(author),
		() => ask(author),
	];
	for (let n = 0; !isOver(); n += 1) {
		const next = ways[n % ways.length]?.();
		if (!next) return;
		const answer = await sendUntilAnswered(url, next, ledger, isOver);
		if (answer?.status === 303) ledger.acknowledged.push(next.proof);
		// After a save without a response, the page shows the current revision.
		if (next.proof.kind === "version") revision = await readRevision(url, author, revision, isOver);
	}
}

async function sendUntilAnswered(
	url: string,
	{ address, values, cookie, isRepeatable }: Write,
	ledger: Ledger,
	isOver: () => boolean,
): Promise<Answer | null> {
	const client = createClient(url, { cookie });
	// The app's rate limits count by client address.
	const headers = { "X-Forwarded-For": `198.51.${random(256)}.${random(256)}` };
	while (!isOver()) {
		const answer = await client.post(address, values, headers).catch(() => null);
		if (answer && answer.status !== 503) {
			if (answer.status !== 303) ledger.faults.push(`${answer.status} for ${address}`);
			return answer;
		}
		if (answer) ledger.shed += 1;
		else ledger.cut += 1;
		await pause(AGAIN_MS);
		if (!answer && !isRepeatable) return null;
	}
	return null;
}

async function readRevision(
	url: string,
	author: Author,
	known: number,
	isOver: () => boolean,
): Promise<number> {
	const client = createClient(url, { cookie: author.cookie });
	while (!isOver()) {
		const page = await client.get(editorOf(author)).catch(() => null);
		const [, revision] = /name="revision" value="(\d+)"/.exec(page?.text ?? "") ?? [];
		if (revision) return Number(revision);
		await pause(AGAIN_MS);
	}
	return known;
}

function publish({ app, cookie }: Author): Write {
	const requestId = crypto.randomUUID();
	const values = { title: `Terms ${requestId}`, content: "# Terms", request_id: requestId };
	const address = `/app/${app.appId}/documents/new`;
	return { address, values, cookie, proof: { kind: "document", requestId }, isRepeatable: true };
}

function save(author: Author, revision: number): Write {
	const content = `Saved as ${crypto.randomUUID()}.`;
	const values = { title: author.document.title, content, revision: String(revision) };
	return {
		address: editorOf(author),
		values,
		cookie: author.cookie,
		proof: { kind: "version", content },
		// A repeat would be refused as a conflict with its own first save.
		isRepeatable: false,
	};
}

function submit({ form }: Author): Write {
	const email = `${crypto.randomUUID()}@example.com`;
	const values = secondPage(form, { email });
	return {
		address: form.path,
		values,
		proof: { kind: "submission", email },
		isRepeatable: true,
	};
}

function reply({ submission, cookie }: Author): Write {
	const address = `/admin/conversation/${submission.id}`;
	return { address, cookie, ...message() };
}

function ask({ submission }: Author): Write {
	return { address: `/conversation/${submission.token}`, ...message() };
}

function message() {
	const requestId = crypto.randomUUID();
	const values = { message: `Message ${requestId}.`, request_id: requestId };
	return { values, proof: { kind: "message" as const, requestId }, isRepeatable: true };
}

function editorOf({ app, document }: Author): string {
	return `/app/${app.appId}/documents/${document.id}/edit`;
}

function random(below: number): number {
	return Math.floor(Math.random() * below);
}
