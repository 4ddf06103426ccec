import { beforeEach, describe, expect, test } from "vitest";
import { saveAccountName } from "#app/accounts/account-name/account-name.server.ts";
import { endOtherSessions, endSession, listSessions } from "#app/accounts/other-sessions.server.ts";
import {
	accessForSession,
	forgetOldSessions,
	openSession,
	rollSession,
	signOut,
} from "#app/accounts/session.server.ts";
import { hashToken } from "#app/platform/crypto/tokens.server.ts";
import { transaction } from "#app/platform/db/db.server.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/platform/time.ts";
import { databaseBytes } from "../../kit/read-database.ts";
import { refusalOf } from "../../kit/refusal.ts";
import { rowsOf, withoutChange } from "../../kit/rows.ts";
import { stopClock } from "../../kit/stop-clock.ts";
import { createUser, PASSWORD, signInTo } from "../../kit/world/user.ts";

const MONTH_MS = 30 * DAY_MS;

let advance: (ms: number) => void;

beforeEach(() => {
	advance = stopClock();
});

describe("a session", () => {
	test("lasts 30 days to the millisecond", async () => {
		const { token, userId } = await createUser();
		advance(MONTH_MS - 1);
		expect(await accessForSession(token)).toMatchObject({ userId });
		advance(1);
		expect(await accessForSession(token)).toBeNull();
	});

	test("is found by its whole token alone", async () => {
		const { token, sessionId } = await createUser();
		for (const wrong of ["", token.slice(1), `${token}x`, token.toLowerCase(), sessionId]) {
			expect(await accessForSession(wrong)).toBeNull();
		}
	});

	test("is not changed by being looked at", async () => {
		const { token } = await createUser();
		advance(5 * DAY_MS);
		await withoutChange(() => accessForSession(token));
	});

	test("ends when its user has opened a hundred newer ones", async () => {
		const user = await createUser();
		for (let n = 0; n < 100; n += 1) {
			expect(await accessForSession(user.token)).not.toBeNull();
			advance(1);
			await transaction((tx) => openSession(tx, user.userId));
		}
		expect(await accessForSession(user.token)).toBeNull();
		expect(await listSessions(user)).toHaveLength(100);
	});

	test("is known to the database by its hash only", async () => {
		const { token } = await createUser();
		const bytes = databaseBytes();
		expect(bytes.includes(hashToken(token))).toBe(true);
		expect(bytes.includes(token)).toBe(false);
		expect(bytes.includes(Buffer.from(token, "base64url"))).toBe(false);
	});

	test("sees a new account name at once", async () => {
		const user = await createUser({ accountName: null });
		await saveAccountName(user, "fresh-name");
		expect(await accessForSession(user.token)).toMatchObject({ accountName: "fresh-name" });
	});
});

describe("a session that is used by a post", () => {
	test("gets its 30 days again once a day and no more often", async () => {
		const user = await createUser();
		advance(DAY_MS - 1);
		expect(await rollSession(user)).toBe(false);
		advance(1);
		expect(await rollSession(user)).toBe(true);
		advance(HOUR_MS);
		expect(await withoutChange(() => rollSession(user))).toBe(false);
		advance(MONTH_MS - HOUR_MS - 1);
		expect(await accessForSession(user.token)).not.toBeNull();
		advance(1);
		expect(await accessForSession(user.token)).toBeNull();
	});

	test("ends 90 days after it was opened, however often it is used", async () => {
		const user = await createUser();
		for (let day = 10; day < 90; day += 10) {
			advance(10 * DAY_MS);
			await rollSession(user);
		}
		advance(10 * DAY_MS - 1);
		expect(await accessForSession(user.token)).not.toBeNull();
		expect(await listSessions(user)).toHaveLength(1);
		advance(1);
		expect(await accessForSession(user.token)).toBeNull();
		expect(await listSessions(user)).toEqual([]);
	});

	test("is rolled once by two posts at once", async () => {
		const user = await createUser();
		advance(2 * DAY_MS);
		await Promise.all([rollSession(user), rollSession(user)]);
		advance(MONTH_MS - 1);
		expect(await accessForSession(user.token)).not.toBeNull();
	});

	test("does not come back once it was ended", async () => {
		const user = await createUser();
		advance(2 * DAY_MS);
		await signOut(user);
		expect(await rollSession(user)).toBe(false);
		expect(await accessForSession(user.token)).toBeNull();
	});

	test("leaves the other sessions of the user as they are", async () => {
		const user = await createUser();
		const other = await signInTo(user);
		advance(2 * DAY_MS);
		await rollSession(user);
		advance(MONTH_MS - 2 * DAY_MS);
		expect(await accessForSession(other)).toBeNull();
		expect(await accessForSession(user.token)).not.toBeNull();
	});
});

describe("signing out", () => {
	test("ends this session and no other, of oneself or of others", async () => {
		const user = await createUser();
		const elsewhere = await signInTo(user);
		const stranger = await createUser();
		await signOut(user);
		expect(await accessForSession(user.token)).toBeNull();
		expect(await accessForSession(elsewhere)).not.toBeNull();
		expect(await accessForSession(stranger.token)).not.toBeNull();
	});

	test("twice is the same as once", async () => {
		const user = await createUser();
		await signOut(user);
		await withoutChange(() => signOut(user));
	});
});

describe("the list of one's sessions", () => {
	const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

	test("begins with this one, and says since when and until what day each was used", async () => {
		const user = await createUser();
		advance(DAY_MS);
		await signInTo(user, PASSWORD, firefox);
		advance(2 * DAY_MS);
		await rollSession(user);
		const [current, other, ...more] = await listSessions(user);
		expect(more).toEqual([]);
		expect(current).toMatchObject({ id: user.sessionId, isCurrent: true });
		expect(other).toMatchObject({ isCurrent: false, userAgent: firefox });
		const daysUsed = (one: typeof current) =>
			((one?.lastUsedAt.getTime() ?? 0) - (one?.createdAt.getTime() ?? 0)) / DAY_MS;
		expect([current, other].map(daysUsed)).toEqual([3, 0]);
	});

	test("leaves out sessions that are over, and other people's", async () => {
		const user = await createUser();
		await signInTo(await createUser());
		advance(MONTH_MS - DAY_MS);
		await rollSession(user);
		await signInTo(user);
		expect(await listSessions(user)).toHaveLength(2);
		advance(MONTH_MS);
		expect(await listSessions(user)).toEqual([]);
	});

	test("ends one, or all but this one", async () => {
		const [user, stranger] = [await createUser(), await createUser()];
		const first = await signInTo(user);
		const rest = [await signInTo(user), await signInTo(user)];
		await endSession(user, hashToken(first));
		await endSession(user, hashToken(first));
		expect(await accessForSession(first)).toBeNull();
		for (const token of rest) expect(await accessForSession(token)).not.toBeNull();
		expect(await endOtherSessions(user)).toBe(2);
		expect(await endOtherSessions(user)).toBe(0);
		for (const token of rest) expect(await accessForSession(token)).toBeNull();
		expect(await accessForSession(user.token)).not.toBeNull();
		expect(await accessForSession(stranger.token)).not.toBeNull();
	});

	test("asks for the password before it ends others, 10 minutes after signing in", async () => {
		const user = await createUser();
		const other = await signInTo(user);
		const acts = [
			(password?: string) => endSession(user, hashToken(other), password),
			(password?: string) => endOtherSessions(user, password),
		];
		advance(10 * MINUTE_MS);
		for (const act of acts) {
			const missing = await withoutChange(() => refusalOf(act()));
			expect(missing).toMatchObject({ message: "Please enter your password.", status: 400 });
			const wrong = await withoutChange(() => refusalOf(act("wrong")), ["RateLimit"]);
			expect(wrong).toMatchObject({ field: "current_password", status: 400 });
		}
		await endOtherSessions(user, PASSWORD);
		expect(await accessForSession(other)).toBeNull();
	});

	test("does not reach another user's session", async () => {
		const [user, stranger] = [await createUser(), await createUser()];
		await endSession(stranger, user.sessionId);
		expect(await accessForSession(user.token)).not.toBeNull();
	});
});

test("sessions that are over are removed, and the others stay", async () => {
	const old = await createUser();
	advance(DAY_MS);
	const young = await createUser();
	advance(MONTH_MS - DAY_MS + 1);
	await forgetOldSessions();
	expect(rowsOf("Session", old.sessionId)).toEqual([]);
	expect(rowsOf("Session", young.sessionId)).toHaveLength(1);
});
