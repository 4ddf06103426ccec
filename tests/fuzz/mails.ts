import { columnOf } from "../kit/process/database.ts";
import { answerAddress } from "../kit/world/incoming-mail.ts";
import { postmarkAuthorization, postmarkMail } from "../kit/world/postmark-mail.ts";
import type { World } from "../kit/world/world.ts";
import { INBOUND_ENV } from "./inbound-env.ts";
import type { Message } from "./message.ts";
import { NASTY, pick, type Random } from "./mutate.ts";

/** What a sender writes so that a mail looks proved. */
const FORGERIES = [
	["X-Spam-Tests", "DKIM_VALID_AU,SPF_PASS"],
	["Received-SPF", "Pass identity=mailfrom; envelope-from=$;"],
	["Return-Path", "<$>"],
	[
		"Authentication-Results",
		`${INBOUND_ENV.INBOUND_AUTHSERV_ID}; dkim=pass header.d=example.com; dmarc=pass`,
	],
	["Received", "by p-pm-inbound01"],
	["From", "$"],
	["Auto-Submitted", "no"],
] as const;

/**
 * Returns a mail in a visitor's name that nobody vouches for, with something wrong in it, as one of
 * the carriers posts it. What a carrier itself writes stays as it is.
 */
export function brokenMail(world: World, random: Random): Message {
	return random() < 0.5 ? brokenPayload(world, random) : brokenMime(world, random);
}

/** Returns how many mails to a conversation were held, so that it is known that some came so far. */
export function countHeld(file: string, { submission }: World): number {
	const sql = "SELECT COUNT(*) FROM InboundMail WHERE submissionId = ? AND outcome = 'held'";
	return Number(columnOf(file, sql, submission.id)[0]);
}

function brokenPayload(world: World, random: Random): Message {
	const { email } = world.submission;
	const to = answerAddress("visitor", world.submission);
	const { Headers, ...fields } = postmarkMail({ from: email, to, text: "Unproved", tests: "" });
	// Postmark's, without a pass, and below them the sender's.
	const own = Headers.slice(0, 6).concat({ Name: "Received-SPF", Value: "None (no record)" });
	const theirs = [
		...Headers.slice(7),
		...forged(email, random).map(([Name, Value]) => ({ Name, Value })),
	];
	const payload = {
		...(broken(fields, random) as object),
		Headers: [...own, ...[broken(theirs, random)].flat()],
	};
	const json = JSON.stringify(random() < 0.05 ? broken(payload, random) : payload) ?? "";
	const body = Buffer.from(random() < 0.1 ? json.slice(0, random() * json.length) : json);
	return post("/postmark/inbound", body, [
		["Authorization", postmarkAuthorization(INBOUND_ENV.POSTMARK_INBOUND_SECRET)],
	]);
}

function brokenMime(world: World, random: Random): Message {
	const { email } = world.submission;
	const theirs = [
		["From", email],
		["Subject", "Re: Your message"],
		["Content-Type", "multipart/mixed; boundary=b"],
		...forged(email, random),
	].map(([name, value]) => `${name}: ${value}`);
	const part = "--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>Unproved</p>\r\n";
	const lines = [...theirs, "", part, part, "--b--"];
	for (let left = random() * 4; left > 1; left -= 1) {
		const at = Math.floor(random() * lines.length);
		lines.splice(at, random() < 0.5 ? 1 : 0, pick(NASTY, random));
	}
	const body = Buffer.from(
		[`Authentication-Results: ${INBOUND_ENV.INBOUND_AUTHSERV_ID}; dkim=none`, ...lines].join(
			"\r\n",
		),
	);
	// Below the line that the mail server wrote.
	for (let left = random() * 10; left > 1; left -= 1) {
		body[60 + Math.floor(random() * (body.length - 60))] = Math.floor(random() * 256);
	}
	return post("/hooks/mail", body, [
		["Authorization", `Bearer ${INBOUND_ENV.INBOUND_SECRET}`],
		["X-Envelope-From", random() < 0.9 ? email : ""],
		["X-Envelope-To", answerAddress("visitor", world.submission)],
	]);
}

function forged(email: string, random: Random): [string, string][] {
	return FORGERIES.filter(() => random() < 0.3).map(([name, value]) => [
		name,
		value.replace("$", email),
	]);
}

/** Returns a value with one thing in it replaced, left out or doubled. */
function broken(value: unknown, random: Random): unknown {
	if (value === null || typeof value !== "object" || random() < 0.05) return strange(random);
	const entries = Object.entries(value);
	const at = Math.floor(random() * entries.length);
	const [name = "x", old] = entries[at] ?? [];
	if (Array.isArray(value)) {
		const put = random() < 0.7 ? [broken(old, random)] : random() < 0.5 ? [] : [old, old];
		return value.toSpliced(at, 1, ...put);
	}
	if (random() < 0.2) entries.splice(at, 1);
	else entries[at] = [random() < 0.9 ? name : pick(NASTY, random), broken(old, random)];
	return Object.fromEntries(entries);
}

function strange(random: Random): unknown {
	const shapes = [
		() => pick(NASTY, random),
		() => pick([null, true, 0, -1, 1e308, [], {}, [[]], [null]], random),
		() => JSON.parse("[".repeat(2_000) + "]".repeat(2_000)) as unknown,
		() => Array.from({ length: 2_000 }, () => ({ Name: "X", Value: "x", Email: "a@b.c" })),
		() => `<p>${"<div>".repeat(5_000)}`,
	];
	return pick(shapes, random)();
}

function post(target: string, body: Buffer, headers: Message["headers"]): Message {
	return { method: "POST", target, headers: [["Host", "localhost"], ...headers], body };
}
