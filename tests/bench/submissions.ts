/**
 * `npm run bench:submissions`: measures how fast an owner's lists, search and conversation respond
 * with 200,000 submissions and 1,000,000 messages, and what sending a form costs.
 */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import { applyMigrations } from "../../bin/migrate.ts";
import { startServer } from "../kit/process/server.ts";

const SUBMISSIONS = Number(process.env.SUBMISSIONS ?? 200_000);
const MESSAGES_EACH = 5;
const ROUNDS = 40;
const WORDS =
	"garden plant water crash sync login photo export dark mode price refund update bug idea slow".split(
		" ",
	);

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "smallprint-bench-"));
const file = path.join(folder, "smallprint.db");
await applyMigrations(file);
process.env.DATABASE_URL = `file:${file}`;

const { createUser } = await import("../kit/world/user.ts");
const { createApp } = await import("../kit/world/app.ts");
const { publishForm } = await import("#app/forms/form.server.ts");
const { grantPlan } = await import("#app/admin/administration.server.ts");
const { writeSessionToken } = await import("#app/http/cookies.server.ts");
const { indexSubmission } = await import("#app/conversations/submission-search.sql.ts");
const { submitForm } = await import("#app/conversations/submission.server.ts");
const { transaction } = await import("#app/platform/db/db.server.ts");

const owner = await createUser();
await grantPlan(owner.email, "pro");
const app = await createApp(owner, "Bench");
const fields = [
	{ id: "name", type: "text", label: "Name", placeholder: "", required: true, options: [] },
	{ id: "email", type: "email", label: "Email", placeholder: "", required: true, options: [] },
	{
		id: "message",
		type: "textarea",
		label: "Message",
		placeholder: "",
		required: true,
		options: [],
	},
] as Parameters<typeof publishForm>[1]["fields"];
const form = await publishForm(app, {
	title: "Bench",
	description: "",
	fields,
	request_id: crypto.randomUUID(),
});

const started = performance.now();
await seed();
print(
	"seeded",
	`${SUBMISSIONS} submissions in ${((performance.now() - started) / 1000).toFixed(0)} s`,
);

const sends: number[] = [];
for (let n = 0; n < ROUNDS; n += 1) {
	const answers = answersOf(SUBMISSIONS + n);
	sends.push(
		await time(() =>
			submitForm(
				{ id: form.id, appId: app.appId, userId: owner.userId, app: { name: "Bench" } },
				answers,
				{
					question: { id: crypto.randomUUID(), expiresAt: new Date(Date.now() + 60_000) },
					clientAddress: `192.0.2.${n}`,
				},
			),
		),
	);
}
print("sending a form, one transaction", `${median(sends)} ms at the median, asked: under 10`);

const server = await startServer(file);
const cookie = (await writeSessionToken(owner.token)).split(";")[0] ?? "";
const last = new Database(file, { readonly: true })
	.prepare("SELECT id FROM Submission WHERE verifiedAt IS NOT NULL ORDER BY number DESC LIMIT 1")
	.get() as { id: string };
for (const [name, address] of [
	["list of all", `/app/${app.appId}/forms/submissions`],
	["list of one form", `/app/${app.appId}/forms/${form.id}/submissions`],
	["list, page 100", `/app/${app.appId}/forms/submissions?page=100`],
	["search, one hit", `/app/${app.appId}/forms/submissions?q=visitor-77777@`],
	["search, no hit", `/app/${app.appId}/forms/submissions?q=zzzzzz`],
	["search, common word", `/app/${app.appId}/forms/submissions?q=garden`],
	["conversation", `/admin/conversation/${last.id}`],
	["dashboard", "/dashboard"],
] as const) {
	const times: number[] = [];
	for (let n = 0; n < ROUNDS; n += 1) {
		times.push(
			await time(async () => {
				const response = await fetch(server.url + address, { headers: { Cookie: cookie } });
				await response.text();
				if (response.status !== 200) throw new Error(`${address}: ${response.status}`);
			}),
		);
	}
	print(name, `${median(times)} ms at the median, asked: within 50`);
}
await server.stop();
fs.rmSync(folder, { recursive: true });
process.exit(0);

function answersOf(n: number) {
	const word = (at: number) => WORDS[(n * 7 + at * 13) % WORDS.length];
	const name = `Visitor ${n}`;
	const email = `visitor-${n}@example.net`;
	const message = `${word(0)} ${word(1)} ${word(2)}: since the ${word(3)} it happens ${n} times a day.`;
	const values = { name, email, message } as Record<string, string>;
	const answers = fields.map(({ id, type, label }) => ({
		id,
		type,
		label,
		value: values[id] ?? "",
	}));
	return { name, email, answers };
}

/** Seeds by plain statements in large transactions; the app's own functions would take an hour. */
async function seed() {
	const bite = 5_000;
	const now = new Date();
	for (let from = 0; from < SUBMISSIONS; from += bite) {
		const numbers = Array.from({ length: Math.min(bite, SUBMISSIONS - from) }, (_, n) => from + n);
		await transaction(async (tx) => {
			const rows = await tx.submission.createManyAndReturn({
				select: { id: true, number: true, appId: true },
				data: numbers.map((n) => {
					const { answers, ...who } = answersOf(n);
					return {
						...who,
						formId: form.id,
						appId: app.appId,
						userId: owner.userId,
						answers: JSON.stringify(answers),
						createdAt: now,
						updatedAt: now,
						lastActivityAt: now,
						verifiedAt: now,
						sessionEndsAt: now,
						messageCount: MESSAGES_EACH,
						lastSender: n % 3 === 0 ? "user" : "admin",
					};
				}),
			});
			await tx.message.createMany({
				data: rows.flatMap(({ id }, n) =>
					Array.from({ length: MESSAGES_EACH }, (_, at) => ({
						submissionId: id,
						senderType: at % 2 === 0 ? "admin" : "user",
						message: `Message ${at} about ${WORDS[(n + at) % WORDS.length]}.`,
						requestId: crypto.randomUUID(),
						createdAt: now,
					})),
				),
			});
			for (const [at, row] of rows.entries()) {
				await indexSubmission(tx, row, answersOf(from + at));
			}
		});
	}
}

async function time(work: () => Promise<unknown>): Promise<number> {
	const begun = performance.now();
	await work();
	return performance.now() - begun;
}

function median(times: number[]): string {
	const sorted = times.toSorted((a, b) => a - b);
	return (sorted[Math.floor(sorted.length / 2)] ?? 0).toFixed(1);
}

function print(name: string, text: string) {
	process.stdout.write(`${name}: ${text}\n`);
}
