/**
 * `npm run bench:submissions`: measures how fast an owner's lists, search and conversation respond
 * with 200,000 submissions and 1,000,000 messages, and what sending a form costs.
 */
import { columnOf } from "../kit/process/database.ts";
import { measure, measurePages, measureSeed, openDatabase } from "./pages.ts";

const SUBMISSIONS = Number(process.env.SUBMISSIONS ?? 200_000);
const MESSAGES_EACH = 5;
const WORDS =
	"garden plant water crash sync login photo export dark mode price refund update bug idea slow".split(
		" ",
	);

const { file, remove } = await openDatabase();
const { createUser } = await import("../kit/world/user.ts");
const { createApp } = await import("../kit/world/app.ts");
const { CONTACT_FIELDS, createContactForm } = await import("../kit/world/form.ts");
const { cookieOf } = await import("../kit/world/world.ts");
const { indexSubmission } = await import("#app/conversations/submission-search.sql.ts");
const { submitForm } = await import("#app/conversations/submission.server.ts");
const { transaction } = await import("#app/platform/db/db.server.ts");

const owner = await createUser();
const app = await createApp(owner, "Bench");
const form = await createContactForm(app, { title: "Bench" });

await measureSeed(`${SUBMISSIONS} submissions`, seed);
await measure("sending a form, one transaction", "under 10", (n) =>
	submitForm(
		{ id: form.id, appId: app.appId, userId: owner.userId, title: "Bench", app: { name: "Bench" } },
		answersOf(SUBMISSIONS + n),
		{
			question: { id: crypto.randomUUID(), expiresAt: new Date(Date.now() + 60_000) },
			clientAddress: `192.0.2.${n}`,
		},
	),
);
const [last] = columnOf(
	file,
	"SELECT id FROM Submission WHERE verifiedAt IS NOT NULL ORDER BY number DESC LIMIT 1",
);
await measurePages(file, await cookieOf(owner), {
	asked: "within 50",
	pages: [
		["list of all", `/app/${app.appId}/forms/submissions`],
		["list of one form", `/app/${app.appId}/forms/${form.id}/submissions`],
		["list, page 100", `/app/${app.appId}/forms/submissions?page=100`],
		["search, one hit", `/app/${app.appId}/forms/submissions?q=visitor-77777@`],
		["search, no hit", `/app/${app.appId}/forms/submissions?q=zzzzzz`],
		["search, common word", `/app/${app.appId}/forms/submissions?q=garden`],
		["conversation", `/admin/conversation/${last}`],
		["dashboard", "/dashboard"],
	],
});
remove();
process.exit(0);

function answersOf(n: number) {
	const word = (at: number) => WORDS[(n * 7 + at * 13) % WORDS.length];
	const name = `Visitor ${n}`;
	const email = `visitor-${n}@example.net`;
	const message = `${word(0)} ${word(1)} ${word(2)}: since the ${word(3)} it happens ${n} times a day.`;
	const values = { name, email, message } as Record<string, string>;
	const answers = CONTACT_FIELDS.map(({ id, type, label }) => ({
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
