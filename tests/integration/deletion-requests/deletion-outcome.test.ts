import { beforeEach, describe, expect, test } from "vitest";
import type { AppAccess } from "#app/accounts/access.server.ts";
import { deleteAccount } from "#app/accounts/account-deletion.server.ts";
import { deleteSubmissions } from "#app/conversations/inbox/bulk.server.ts";
import { accessToRequests } from "#app/deletion-requests/requests/access.server.ts";
import { answerRequest, takeBack } from "#app/deletion-requests/requests/outcome.server.ts";
import { readRequestOf, readStatus } from "#app/deletion-requests/requests/read-request.server.ts";
import { countRequests, listRequests } from "#app/deletion-requests/requests/request-list.sql.ts";
import { transaction } from "#app/platform/db/db.server.ts";
import { readKeyset } from "#app/platform/db/keyset.ts";
import { DAY_MS, later } from "#app/platform/time.ts";
import { eraseClosedAccounts, runDeletionRequests } from "../../kit/jobs.ts";
import { mailTo } from "../../kit/mailed.ts";
import { refusalOf } from "../../kit/refusal.ts";
import { rowsOf, withoutChange } from "../../kit/rows.ts";
import { stopClock } from "../../kit/stop-clock.ts";
import { createApp } from "../../kit/world/app.ts";
import { createDeletionRequest, type TestRequest } from "../../kit/world/deletion-request.ts";
import { createUser, PASSWORD, type TestUser } from "../../kit/world/user.ts";

let user: TestUser;
let app: AppAccess;
let request: TestRequest;
let pass: (ms: number) => void;

beforeEach(async () => {
	pass = stopClock(new Date("2026-03-03T21:00:00.000Z"));
	user = await createUser();
	app = await createApp(user, "Pocket Garden");
	request = await createDeletionRequest(app);
});

type Given = Partial<Parameters<typeof answerRequest>[2]>;

const answer = (given: Given = {}, access: Pick<AppAccess, "userId" | "appId"> = app) =>
	answerRequest(access, request.number, { outcome: "done", text: "", shown: "", ...given });
const refuse = (text = "Not your account.") => answer({ outcome: "refused", text });
const subjects = async (to: string) => (await mailTo(to)).map(({ subject }) => subject);
const token = () => request.token;
const stateOf = async () => {
	const status = await readStatus(token());
	return status === "gone" || status === null ? status : status.outcome;
};

describe("an owner's answer", () => {
	test("stands in the conversation, resolves it, and is told to the person", async () => {
		expect(await answer({ text: "All gone." })).toBe(true);
		expect(rowsOf("Message", request.id)).toMatchObject([
			{ senderType: "admin", message: "All gone." },
		]);
		expect(rowsOf("Submission", request.id)).toMatchObject([{ status: "resolved" }]);
		expect(await subjects(request.email)).toEqual(["Deleted: your Pocket Garden account"]);
		expect(await readRequestOf({ submissionId: request.id })).toMatchObject({
			outcome: "done",
			closedAt: request.askedAt,
		});
	});

	test.each(["done", "refused"] as const)("%s twice or at once is one outcome", async (outcome) => {
		const both = [answer({ outcome, text: "One." }), answer({ outcome, text: "Two." })];
		expect(await Promise.all(both)).toEqual([true, false]);
		await withoutChange(() => answer({ outcome, text: "Three." }));
		expect(await mailTo(request.email)).toHaveLength(1);
		expect(rowsOf("Message", request.id)).toMatchObject([{ message: "One." }]);
	});

	test("of two tabs that say different things, the first counts", async () => {
		await refuse();
		const done = await withoutChange(() => refusalOf(answer()));
		expect(done).toMatchObject({ status: 409, message: expect.stringContaining("was refused on") });
		expect(await answer({ shown: "refused", text: "We found it." })).toBe(true);
		const late = await withoutChange(() => refusalOf(refuse()));
		expect(late.message).toBe(
			"This request was marked as done on 3 March 2026. Nothing was changed.",
		);
		expect(await subjects(request.email)).toEqual([
			"Deleted: your Pocket Garden account",
			"Pocket Garden did not delete your data",
		]);
	});

	test("is the owner's alone", async () => {
		const stranger = await createUser();
		const other = await createApp(user, "Another App");
		await withoutChange(async () => {
			expect(await answer({}, { ...app, userId: stranger.userId })).toBeNull();
			expect(await answer({}, other)).toBeNull();
			expect(await accessToRequests(stranger, app.appId)).toBeNull();
			expect(listRequests({ ...app, userId: stranger.userId }, OPEN).requests).toEqual([]);
			expect(listRequests(other, OPEN).requests).toEqual([]);
		});
	});

	test("drops the reminders that it makes untrue while they wait to be sent", async () => {
		pass(31 * DAY_MS);
		await runDeletionRequests();
		expect(await mailTo(user.email)).toHaveLength(1);
		await answer();
		expect(await mailTo(user.email)).toEqual([]);
		expect(await subjects(request.email)).toEqual(["Deleted: your Pocket Garden account"]);
	});

	test("is refused once the words are erased, because nobody could be told", async () => {
		await refuse();
		pass(31 * DAY_MS);
		await runDeletionRequests();
		const done = await withoutChange(() => refusalOf(answer({ shown: "refused" })));
		expect(done.message).toContain("erased");
	});
});

const OPEN = { isClosed: false, before: null };

describe("taking a request back", () => {
	test("tells both sides, and ends the reminders", async () => {
		expect(await takeBack(request.number)).toBe(true);
		expect(await withoutChange(() => takeBack(request.number))).toBe(false);
		expect(await subjects(user.email)).toEqual([
			"Taken back: a deletion request for Pocket Garden",
		]);
		expect(await subjects(request.email)).toEqual([
			"Taken back: your deletion request at Pocket Garden",
		]);
		pass(31 * DAY_MS);
		await runDeletionRequests();
		expect(await stateOf()).toBe("taken_back");
		expect(rowsOf("Submission", request.id)).toEqual([]);
	});

	test("and the owner's answer at once are one outcome", async () => {
		const [back, done] = await Promise.allSettled([takeBack(request.number), answer()]);
		expect([back.status, done.status]).toEqual(["fulfilled", "rejected"]);
		expect(await stateOf()).toBe("taken_back");
		expect(await mailTo(request.email)).toHaveLength(1);
	});

	test("is refused after an answer", async () => {
		await answer();
		const refusal = await withoutChange(() => refusalOf(takeBack(request.number)));
		expect(refusal.status).toBe(409);
	});
});

describe("the status address", () => {
	test("shows state and days, and nothing of the person", async () => {
		const status = JSON.stringify(await readStatus(token()));
		for (const secret of [request.email, request.message, request.id, user.email]) {
			expect(status).not.toContain(secret);
		}
		expect(JSON.parse(status)).toMatchObject({ number: request.number, isLate: false });
	});

	test.each([
		["cut", (text: string) => text.slice(0, -1)],
		["of another number", (text: string) => text.replace(/^\d+/, (n) => String(Number(n) + 1))],
		["without a proof", (text: string) => text.split(".")[0] ?? ""],
		["empty", () => ""],
	])("that is %s shows nothing", async (_name, alter) => {
		expect(await readStatus(alter(token()))).toBeNull();
	});
});

describe("an account that is deleted", () => {
	test("ends its open requests, tells the people, and takes everything along", async () => {
		const answered = await createDeletionRequest(app);
		await answerRequest(app, answered.number, { outcome: "done", text: "", shown: "" });
		await deleteAccount(user, { current_password: PASSWORD });
		await eraseClosedAccounts();
		expect(await subjects(request.email)).toEqual([
			"Pocket Garden was taken down, and your deletion request is still open",
		]);
		expect(rowsOf("DeletionRequest", user.userId)).toEqual([]);
		expect(rowsOf("Submission", user.userId)).toEqual([]);
		expect(
			rowsOf("Job", "deletion-request").filter(({ key }) => key === String(request.number)),
		).toEqual([]);
		expect(await stateOf()).toBe("gone");
	});
});

test("the words of an open request can't be deleted by hand, those of an answered one can", async () => {
	const refusal = await withoutChange(() => refusalOf(deleteSubmissions(user, [request.id])));
	expect(refusal.message).toContain("deletion request");
	await answer();
	expect(await deleteSubmissions(user, [request.id])).toBe(1);
});

describe("the owner's list", () => {
	test("has those that wait by day, the late ones first, and the answered ones, the newest first", async () => {
		const soon = await createDeletionRequest(app, { days: 2 });
		const last = await createDeletionRequest(app, { days: 40 });
		const done = await createDeletionRequest(app);
		await answerRequest(app, done.number, { outcome: "done", text: "", shown: "" });
		pass(10 * DAY_MS);
		const back = await createDeletionRequest(app);
		await takeBack(back.number);
		const numbers = (isClosed: boolean) =>
			listRequests(app, { isClosed, before: null }).requests.map(({ number }) => number);
		expect(numbers(false)).toEqual([soon.number, request.number, last.number]);
		expect(numbers(true)).toEqual([back.number, done.number]);
		expect(countRequests(app)).toEqual({ open: 3, late: 1, closed: 2 });
	});

	test.each([false, true])(
		"has each request once, whatever the page: closed %s",
		async (isClosed) => {
			const at = new Date("2026-03-01T00:00:00.000Z");
			await transaction((tx) =>
				tx.deletionRequest.createMany({
					data: Array.from({ length: 120 }, (_, n) => ({
						...{ userId: app.userId, appId: app.appId, appName: "A", scope: "account" },
						// Many share a day.
						...{ askedAt: at, dueAt: later(at, (n % 3) * DAY_MS) },
						...(isClosed && { closedAt: later(at, (n % 2) * DAY_MS), outcome: "done" }),
					})),
				}),
			);
			const numbers: number[] = [];
			let next: string | null = "";
			while (next !== null) {
				const before = readKeyset(new URL(`http://localhost/?before=${next}`));
				const page = listRequests(app, { isClosed, before });
				numbers.push(...page.requests.map(({ number }) => number));
				next = page.next;
			}
			expect(numbers).toHaveLength(isClosed ? 120 : 121);
			expect(new Set(numbers).size).toBe(numbers.length);
		},
	);
});
