import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { AppAccess } from "#app/accounts/access.server.ts";
import { trashApp } from "#app/apps/app.server.ts";
import { setStatus } from "#app/conversations/inbox/bulk.server.ts";
import {
	allowMail,
	disownSubmission,
	refuseAllForms,
} from "#app/conversations/refusal-of-mail.server.ts";
import {
	forgetUnverifiedSubmissions,
	readVerification,
	verifySubmission,
} from "#app/conversations/submission.server.ts";
import { listSubmissions } from "#app/conversations/submission-list.server.ts";
import type { NextStep } from "#app/forms/visitor-form.server.ts";
import { clientAddress } from "#app/http/client-address.server.ts";
import { forgetOldLimits } from "#app/platform/limits/limits.server.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/platform/time.ts";
import { sendDueMail } from "../../kit/jobs.ts";
import { freshEmail, mailTo } from "../../kit/mailed.ts";
import { readDatabase } from "../../kit/read-database.ts";
import { retryAfter } from "../../kit/refusal.ts";
import { withoutChange } from "../../kit/rows.ts";
import { stopClock } from "../../kit/stop-clock.ts";
import {
	answersOf,
	askAndSolve,
	createConversation,
	createDesk,
	filledIn,
	mailedLink,
	send,
	submissionsOf,
	submitForm,
} from "../../kit/world/conversation.ts";
import { CONTACT_FIELDS, createContactForm, createField, openForm } from "../../kit/world/form.ts";
import type { TestUser } from "../../kit/world/user.ts";

/** The mail of this test has somewhere to go, before the app is loaded. */
const mailbox = await vi.hoisted(async () => (await import("../../kit/mailbox.ts")).startMailbox());

afterAll(() => mailbox.stop());

const TOO_OLD = "That question has expired. Please answer this one.";

let owner: TestUser;
let app: AppAccess;
let form: Awaited<ReturnType<typeof openForm>>;
let advance: (ms: number) => void;

beforeEach(async () => {
	advance = stopClock();
	({ owner, app } = await createDesk());
	form = await openForm(app, "contact");
});

function sendAs(email: string, to = form): Promise<NextStep> {
	return send(to, { values: answersOf({ email }) });
}

describe("sending a form", () => {
	test("asks the sum first and stores nothing until it is solved", async () => {
		const email = freshEmail();
		const values = answersOf({ email });
		const first = await withoutChange(() => send(form, { values, question: "", answer: "" }));
		expect(first).toMatchObject({ step: "question", fault: null });
		expect(await send(form, { values })).toMatchObject({ step: "sent" });
		expect(await submissionsOf(app)).toMatchObject([
			{
				email,
				name: "Vera Visitor",
				verifiedAt: null,
				status: "new",
				answers: [
					{ id: "name", type: "text", label: "Name", value: "Vera Visitor" },
					{ id: "email", type: "email", label: "Email", value: email },
					{ id: "message", type: "textarea", label: "Message", value: "Where is my data?" },
				],
			},
		]);
	});

	test("with a question that is too old, altered or of another form asks another", async () => {
		const sent = filledIn(form);
		const foreign = { ...sent, ...askAndSolve(await createContactForm(app, { title: "Other" })) };
		const altered = { ...sent, question: `x${sent.question}` };
		const another = { step: "question", fault: TOO_OLD };
		for (const attempt of [foreign, altered]) {
			expect(await withoutChange(() => send(form, attempt))).toMatchObject(another);
		}
		advance(15 * MINUTE_MS);
		expect(await withoutChange(() => send(form, sent))).toMatchObject(another);
	});

	test("50 times at once with one question makes one submission and one mail", async () => {
		const email = freshEmail();
		const sent = filledIn(form, { values: answersOf({ email }) });
		const steps = await Promise.all(Array.from({ length: 50 }, () => send(form, sent)));
		expect(steps).toEqual(Array(50).fill(steps[0]));
		expect(await submissionsOf(app)).toHaveLength(1);
		expect(await mailTo(email)).toHaveLength(1);
		expect(await sendAs(email)).toMatchObject({ step: "sent" });
		expect(await submissionsOf(app)).toHaveLength(2);
	});

	test("with the hidden field filled in gets a person's answer, and leaves nothing", async () => {
		for (const traits of [
			{ honeypot: "https://spam.example" },
			{ honeypot: " ", values: new Map() },
		]) {
			expect(await withoutChange(() => send(form, traits))).toMatchObject({ step: "sent" });
		}
	});

	test("whose app goes to the trash at that moment is refused, and leaves nothing", async () => {
		await trashApp(owner, app.appId);
		const step = await withoutChange(() => send(form));
		expect(step).toMatchObject({ step: "refused", refusal: { status: 409 } });
	});
});

describe("the verification mail", () => {
	test("goes to the visitor's address, in lower case, alone and carries none of their text", async () => {
		const typed = `  ${freshEmail().toUpperCase()} `;
		const values = { email: typed, name: "Cheap Watches", message: "Buy at evil.example!" };
		const { email } = await submitForm(app, form, values);
		expect(readDatabase().OutboxMail?.at(-1)).toMatchObject({ recipient: email });
		const [mail, ...more] = await mailTo(email);
		expect(more).toEqual([]);
		expect(mail?.subject).toBe("Confirm your message to Pocket Garden");
		for (const part of [mail?.subject, mail?.text, mail?.html]) {
			expect(part).not.toMatch(/Cheap|Watches|Buy|evil/);
		}
		expect(mail?.text).toContain('wrote to Pocket Garden through the form "Contact".');
		expect(mail?.text).toContain("/verify-submission?id=");
		expect(mail?.text).toContain("This wasn't you? Tell us, ");
		expect(mail?.html).toMatch(
			/<a href="[^"]+\/verify-submission\/refuse\?id=[\w-]+&amp;token=[\w-]+"/,
		);
		expect(await mailTo(owner.email)).toEqual([]);
	});
});

describe("verifying", () => {
	test("tells the owner the name and every answer, and not before", async () => {
		const asked = { name: "Vera", message: "Line 1\nLine 2" };
		const { id, email, link } = await submitForm(app, form, asked);
		expect(await mailTo(owner.email)).toEqual([]);
		await verifySubmission(id, link.token);
		const [notice, ...more] = await mailTo(owner.email);
		expect(more).toEqual([]);
		expect(notice?.subject).toBe("Vera wrote to Pocket Garden");
		for (const part of [
			`Vera (${email}) wrote through "Contact" of Pocket Garden:`,
			"Name:\nVera",
			`Email:\n${email}`,
			"Message:\nLine 1\nLine 2",
			`/admin/conversation/${id}`,
		]) {
			expect(notice?.text).toContain(part);
		}
		expect(notice?.text).not.toContain(link.token);
	});

	test("tells the owner what was answered to a question, without a colon after it", async () => {
		const question = createField({ id: "name", label: "Which phone do you use?" });
		const asking = await createContactForm(app, { fields: [question, ...CONTACT_FIELDS.slice(1)] });
		const { id, link } = await submitForm(app, asking, { name: "A Pixel 8" });
		await verifySubmission(id, link.token);
		const [notice] = await mailTo(owner.email);
		expect(notice?.text).toContain("Which phone do you use?\nA Pixel 8");
	});

	test.each(["resolved", "closed"] as const)(
		"delivers what was %s with others of a list before anybody could read it",
		async (status) => {
			const { id, link } = await submitForm(app, form);
			await setStatus(owner, [id], status);
			await verifySubmission(id, link.token);
			const { submissions } = listSubmissions(app, { tab: "waiting" });
			expect(submissions).toMatchObject([{ id, status: "new" }]);
		},
	);

	test("twice tells the owner once, also when both come at once", async () => {
		const { id, link } = await submitForm(app, form);
		const outcomes = await Promise.all([1, 2].map(() => verifySubmission(id, link.token)));
		expect(outcomes.filter(Boolean)).toHaveLength(1);
		expect(await mailTo(owner.email)).toHaveLength(1);
	});
});

describe("one address", () => {
	test("sends 3 forms an hour over all forms, in any case of letters", async () => {
		const email = freshEmail();
		const other = await openForm((await createDesk()).app, "contact");
		expect(await sendAs(email)).toMatchObject({ step: "sent" });
		advance(MINUTE_MS);
		expect(await sendAs(email.toUpperCase(), other)).toMatchObject({ step: "sent" });
		advance(MINUTE_MS);
		expect(await sendAs(` ${email} `)).toMatchObject({ step: "sent" });
		expect(retryAfter(await withoutChange(() => sendAs(email, other)))).toBe(58 * 60);
		advance(58 * MINUTE_MS - 1);
		expect(retryAfter(await withoutChange(() => sendAs(email)))).toBe(1);
		advance(1);
		expect(await sendAs(email, other)).toMatchObject({ step: "sent" });
		expect(retryAfter(await sendAs(email))).toBe(60);
	});

	test("sends 3 even when 20 come at once", async () => {
		const email = freshEmail();
		const steps = await Promise.all(Array.from({ length: 20 }, () => sendAs(email)));
		expect(steps.filter(({ step }) => step === "sent")).toHaveLength(3);
		expect(await submissionsOf(app)).toHaveLength(3);
		expect(await mailTo(email)).toHaveLength(3);
	});

	test("may try again with the same answered sum after a refusal", async () => {
		const email = freshEmail();
		for (let n = 0; n < 3; n += 1) await sendAs(email);
		const refused = filledIn(form, { values: answersOf({ email }) });
		expect(retryAfter(await send(form, refused))).toBe(3_600);
		const elsewhere = { ...refused, values: answersOf({}) };
		expect(await send(form, elsewhere)).toMatchObject({ step: "sent" });
	});
});

describe("one client", () => {
	function sendFrom(address: string): Promise<NextStep> {
		const request = new Request("http://localhost", { headers: { "X-Client-Address": address } });
		return send(form, { clientAddress: clientAddress(request) });
	}

	test("sends 60 forms an hour, and the next when the first is an hour old", async () => {
		for (let n = 0; n < 60; n += 1) {
			expect(await sendFrom("192.0.2.1")).toMatchObject({ step: "sent" });
			advance(1_000);
		}
		for (const address of ["192.0.2.1", "::ffff:192.0.2.1"]) {
			expect(retryAfter(await withoutChange(() => sendFrom(address)))).toBe(3_540);
		}
		expect(await sendFrom("192.0.2.2")).toMatchObject({ step: "sent" });
		advance(3_540_000 - 1);
		expect(retryAfter(await sendFrom("192.0.2.1"))).toBe(1);
		advance(1);
		expect(await sendFrom("192.0.2.1")).toMatchObject({ step: "sent" });
	});

	test("is told in words when it may send again", async () => {
		for (let n = 0; n < 60; n += 1) await sendFrom("192.0.2.14");
		advance(30 * MINUTE_MS + 1);
		expect(await sendFrom("192.0.2.14")).toMatchObject({
			refusal: {
				message:
					"Too many submissions. Please wait before submitting again. You can send again in 30 minutes.",
				retryAfterSeconds: 1_800,
			},
		});
		advance(29 * MINUTE_MS);
		expect(await sendFrom("192.0.2.14")).toMatchObject({
			refusal: { message: expect.stringMatching(/ You can send again in 1 minute\.$/) },
		});
	});

	test("may answer 60 sums wrong within the hour, which count as submissions", async () => {
		const clientAddress = "192.0.2.15";
		for (let n = 0; n < 60; n += 1) {
			const step = await send(form, { clientAddress, answer: "21" });
			expect(step).toMatchObject({ step: "question" });
		}
		for (const traits of [{ clientAddress, answer: "21" }, { clientAddress }]) {
			expect(retryAfter(await withoutChange(() => send(form, traits)))).toBe(3_600);
		}
		advance(HOUR_MS);
		expect(await send(form, { clientAddress })).toMatchObject({ step: "sent" });
	});

	test("is the whole /64 of an IPv6 address", async () => {
		for (let n = 0; n < 60; n += 1) {
			expect(await sendFrom(`2001:db8:0:1:${n.toString(16)}::1`)).toMatchObject({ step: "sent" });
		}
		expect(retryAfter(await sendFrom("2001:DB8::1:ffff:ffff:ffff:ffff"))).toBe(3_600);
		expect(await sendFrom("2001:db8:0:2::1")).toMatchObject({ step: "sent" });
	});

	test("causes 10 mails an hour to one mailbox, whichever form it uses, and no message is lost", async () => {
		const clientAddress = "192.0.2.16";
		const verify = async () => {
			const { id, link } = await submitForm(app, form);
			await verifySubmission(id, link.token, null, clientAddress);
		};
		for (let n = 0; n < 2; n += 1) {
			const values = answersOf({ email: owner.email });
			expect(await send(form, { clientAddress, values })).toMatchObject({ step: "sent" });
		}
		const notices = 9;
		for (let n = 0; n < notices; n += 1) await verify();
		expect(await mailTo(owner.email)).toHaveLength(10);
		const again = { clientAddress, values: answersOf({ email: owner.email }) };
		expect(retryAfter(await withoutChange(() => send(form, again)))).toBe(3_600);
		const verified = (await submissionsOf(app)).filter(({ verifiedAt }) => verifiedAt !== null);
		expect(verified).toHaveLength(notices);
		advance(HOUR_MS);
		await verify();
		expect(await mailTo(owner.email)).toHaveLength(11);
	});

	test("is nowhere in the database in clear", async () => {
		await send(form, { clientAddress: "198.51.100.77" });
		expect(JSON.stringify(readDatabase())).not.toContain("198.51.100.77");
	});
});

describe("one mailbox", () => {
	test("gets 10 mails an hour that it did not ask for, however its address is tagged", async () => {
		const base = freshEmail();
		const tagged = (n: number) => base.replace("@", n === 0 ? "@" : `+tag${n}+more@`);
		for (let n = 0; n < 10; n += 1) {
			expect(await sendAs(tagged(n))).toMatchObject({ step: "sent" });
			advance(MINUTE_MS);
		}
		for (const email of [tagged(11), tagged(12).toUpperCase()]) {
			expect(retryAfter(await withoutChange(() => sendAs(email)))).toBe(50 * 60);
		}
		expect(await sendAs(freshEmail())).toMatchObject({ step: "sent" });
		advance(50 * MINUTE_MS - 1);
		expect(retryAfter(await sendAs(tagged(13)))).toBe(1);
		advance(1);
		expect(await sendAs(tagged(14))).toMatchObject({ step: "sent" });
	});
});

describe("an address whose owner said This wasn't me", () => {
	/** Disowns a new submission. Returns its address and the proof for the next steps. */
	async function disowned(email = freshEmail()) {
		const { id, link } = await submitForm(app, form, { email });
		const proof = await disownSubmission(id, link.token);
		if (proof === null) throw new Error("The link is not good");
		return { email, proof };
	}

	/** The token in the mail that takes a refusal back. */
	async function takeBackToken(email: string) {
		const [mail] = await mailTo(email);
		const [, token] = mail?.text.match(/\/verify-submission\/allow\?token=([\w-]+)/) ?? [];
		return token ?? "";
	}

	async function openOther() {
		return openForm((await createDesk()).app, "contact");
	}

	test("loses the submission, and gets no further mail of that form, under no tag", async () => {
		const { email: base } = await disowned();
		expect(await submissionsOf(app)).toEqual([]);
		for (const email of [base, base.toUpperCase(), base.replace("@", "+shop@")]) {
			expect(await withoutChange(() => sendAs(email))).toMatchObject({ step: "sent" });
		}
		expect(await sendAs(freshEmail())).toMatchObject({ step: "sent" });
		const before = (await mailTo(base)).length;
		expect(await sendAs(base, await openOther())).toMatchObject({ step: "sent" });
		expect(await mailTo(base)).toHaveLength(before + 1);
	});

	test("gets no mail of any form after the second choice", async () => {
		const { email, proof } = await disowned();
		expect(await refuseAllForms(proof)).toBe(true);
		const other = await openOther();
		expect(await withoutChange(() => sendAs(email, other))).toMatchObject({ step: "sent" });
		expect(await withoutChange(() => refuseAllForms(`x${proof}`))).toBe(false);
	});

	test("takes it back with the mailed link, for the form and for the whole site", async () => {
		const { email, proof } = await disowned();
		const other = await openOther();
		await refuseAllForms(proof);
		const token = await takeBackToken(email);
		expect(await withoutChange(() => allowMail("made-up"))).toBe(false);
		expect(await withoutChange(() => allowMail(proof))).toBe(false);
		expect(await allowMail(token)).toBe(true);
		for (const one of [form, other]) {
			const before = (await mailTo(email)).length;
			expect(await sendAs(email, one)).toMatchObject({ step: "sent" });
			expect(await mailTo(email)).toHaveLength(before + 1);
		}
		expect(await withoutChange(() => allowMail(token))).toBe(true);
	});

	test("needs a link that is still good: neither used nor older than a day", async () => {
		const old = await submitForm(app, form);
		advance(DAY_MS);
		expect(await readVerification(old.id, old.link.token)).toBe("expired");
		expect(await withoutChange(() => disownSubmission(old.id, old.link.token))).toBeNull();
		const { id, link } = await createConversation(app, form);
		expect(await withoutChange(() => disownSubmission(id, link.token))).toBeNull();
	});

	test("stands in the table of suppressed addresses as a hash, and in no address of a page", async () => {
		const { email, proof } = await disowned();
		const { SuppressedAddress } = readDatabase();
		expect(SuppressedAddress?.length).toBeGreaterThan(0);
		const name = email.split("@")[0] ?? "";
		expect(JSON.stringify(SuppressedAddress)).not.toContain(name);
		expect(Buffer.from(proof, "base64url").toString("latin1")).not.toContain(name);
	});
});

describe("a submission that nobody verified", () => {
	/** How many rows name a submission: its own and that of its link. */
	function rowsOf(id: string): number {
		const { Submission = [], SubmissionLink = [] } = readDatabase();
		const rows = [...Submission, ...SubmissionLink] as { id: string; submissionId?: string }[];
		return rows.filter((row) => row.id === id || row.submissionId === id).length;
	}

	function searchRows(): number {
		return readDatabase().SubmissionSearch_docsize?.length ?? 0;
	}

	test("goes after 7 days, with its links and its place in the search", async () => {
		advance(8 * DAY_MS);
		await forgetUnverifiedSubmissions();
		const kept = await createConversation(app, form);
		const { id } = await submitForm(app, form);
		const indexed = searchRows();
		advance(7 * DAY_MS);
		await forgetUnverifiedSubmissions();
		expect(rowsOf(id)).toBe(2);
		advance(1);
		expect(await forgetUnverifiedSubmissions()).toBe(1);
		expect(rowsOf(id)).toBe(0);
		expect(searchRows()).toBe(indexed - 1);
		expect(rowsOf(kept.id)).toBe(2);
	});

	test("takes the questions and the counters along that nothing needs any more", async () => {
		// What tests before this one counted at later times.
		advance(30 * DAY_MS);
		await forgetOldLimits();
		const sent = filledIn(form);
		await send(form, sent);
		await forgetUnverifiedSubmissions();
		await forgetOldLimits();
		expect(await send(form, sent)).toMatchObject({ step: "sent" });
		expect(await submissionsOf(app)).toHaveLength(1);
		advance(2 * DAY_MS);
		await forgetUnverifiedSubmissions();
		await forgetOldLimits();
		const { AnsweredQuestion, RateLimit } = readDatabase();
		expect([AnsweredQuestion, RateLimit]).toEqual([[], []]);
		expect(await send(form, sent)).toMatchObject({ step: "question", fault: TOO_OLD });
	});
});

test("the request does not wait for the mail: it is in the outbox, and leaves later", async () => {
	const { email } = await submitForm(app, form);
	const unsent = () =>
		(readDatabase().OutboxMail as { recipient: string; sentAt: unknown }[]).filter(
			(row) => row.recipient === email && row.sentAt === null,
		).length;
	expect(unsent()).toBe(1);
	while ((await sendDueMail()) > 0);
	expect(unsent()).toBe(0);
	expect((await mailedLink(email)).id).toBeTruthy();
});
