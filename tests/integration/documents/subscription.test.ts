import { describe, expect, test } from "vitest";
import { requestLink } from "#app/documents/notices/request-link.server.ts";
import {
	countSubscribers,
	forgetUnconfirmedSubscribers,
	readSubscribed,
	unsubscribe,
} from "#app/documents/notices/subscriber.server.ts";
import {
	askToSubscribe,
	confirmSubscription,
	readSubscription,
} from "#app/documents/notices/subscription.server.ts";
import { DAY_MS, HOUR_MS } from "#app/platform/time.ts";
import { freshEmail, mailTo } from "../../kit/mailed.ts";
import { refusalOf } from "../../kit/refusal.ts";
import { stopClock } from "../../kit/stop-clock.ts";
import { createApp } from "../../kit/world/app.ts";
import { createSubscriber, createSubscribers, subscribersOf } from "../../kit/world/subscriber.ts";
import { createUser, freshAddress } from "../../kit/world/user.ts";

async function newApp(plan?: "basic") {
	return createApp(await createUser({ plan }), `Ann's <b>Notes</b> ${crypto.randomUUID()}`);
}

function ask({ appId }: { appId: string }, email: string, clientAddress = freshAddress()) {
	return askToSubscribe(appId, { email, clientAddress });
}

/** The token of the newest mail with a link that confirms. */
async function tokenFor(email: string): Promise<string> {
	const [mail] = await mailTo(email);
	return /\/updates\/confirm\?token=(\S+)/.exec(mail?.text ?? "")?.[1] ?? "";
}

describe("asking to be told of changes", () => {
	test("fifty times at once makes one row and one mail, which holds nothing but the app's name", async () => {
		const app = await newApp();
		const email = freshEmail("+typed");
		const client = freshAddress();
		await Promise.all(Array.from({ length: 50 }, () => ask(app, email, client)));
		expect(await subscribersOf(app)).toEqual([{ email, isConfirmed: false }]);
		const mails = await mailTo(email);
		expect(mails).toHaveLength(1);
		expect(mails[0]).toMatchObject({
			subject: `Confirm: changes to ${app.app.name}'s documents`,
			stream: "transactional",
		});
		expect(mails[0]?.text).toContain("If it wasn't you, do nothing.");
		expect(`${mails[0]?.text}${mails[0]?.html}`).not.toContain("+typed");
		expect(mails[0]?.html).not.toContain("<b>Notes");
	});

	test("looks the same for who is told already, whose own mailbox alone learns it", async () => {
		const app = await newApp();
		const { email, unsubscribePath } = await createSubscriber(app);
		expect(await ask(app, email)).toBe(await ask(app, freshEmail()));
		const [mail] = await mailTo(email);
		expect(mail?.text).toContain("You are told of that already");
		expect(mail?.text).toContain(unsubscribePath);
		expect(mail?.text).not.toContain("confirm?token=");
		expect(await countSubscribers(app)).toBe(1);
	});

	test("is limited to 10 mails an hour for a mailbox, by whatever app, and 60 for a client", async () => {
		const advance = stopClock();
		const mailbox = freshEmail();
		for (let n = 0; n < 10; n += 1) await ask(await newApp(), mailbox.replace("@", `+${n}@`));
		const refused = await refusalOf(ask(await newApp(), mailbox));
		expect(refused).toMatchObject({
			status: 429,
			message: expect.stringMatching(/too many mails/),
		});
		expect(await mailTo(mailbox)).toEqual([]);
		const [app, client] = [await newApp(), freshAddress()];
		for (let n = 0; n < 60; n += 1) await ask(app, freshEmail(), client);
		expect(await refusalOf(ask(app, freshEmail(), client))).toMatchObject({ status: 429 });
		advance(HOUR_MS);
		expect(await ask(app, mailbox, client)).toBe("asked");
	});

	test("a program that fills in every field sees a success, and nothing is stored", async () => {
		const app = await newApp();
		const values = new Map([["email", freshEmail()]]);
		const sent = await requestLink(
			{ id: app.appId },
			{ values, honeypot: "https://spam.example" },
			freshAddress(),
		);
		expect(sent).toEqual({ step: "sent" });
		expect(await subscribersOf(app)).toEqual([]);
	});
});

describe("a mailed link", () => {
	test("works once for a day, and only where it was asked for", async () => {
		const advance = stopClock();
		const [app, other] = [await newApp(), await newApp()];
		const email = freshEmail();
		await ask(app, email);
		const token = await tokenFor(email);
		expect(await readSubscription(app.appId, token)).toBe("valid");
		for (const wrong of ["", "x", `${token}x`, token.slice(1), token.toUpperCase()]) {
			expect(await confirmSubscription(app.appId, wrong), wrong).toBe("ended");
		}
		expect(await confirmSubscription(other.appId, token)).toBe("ended");
		expect(await countSubscribers(app)).toBe(0);
		advance(DAY_MS - 1);
		expect(await confirmSubscription(app.appId, token)).toBe("confirmed");
		expect(await confirmSubscription(app.appId, token)).toBe("confirmed");
		expect(await countSubscribers(app)).toBe(1);
		expect(await countSubscribers(other)).toBe(0);
	});

	test("that is a day old does nothing, and its address is forgotten; a confirmed one never is", async () => {
		const advance = stopClock();
		const app = await newApp();
		const { email: kept } = await createSubscriber(app);
		const email = freshEmail();
		await ask(app, email);
		const token = await tokenFor(email);
		advance(DAY_MS);
		expect(await confirmSubscription(app.appId, token)).toBe("ended");
		await forgetUnconfirmedSubscribers();
		expect(await subscribersOf(app)).toHaveLength(2);
		advance(1);
		await forgetUnconfirmedSubscribers();
		expect(await subscribersOf(app)).toEqual([{ email: kept, isConfirmed: true }]);
	});

	test("does not bring back who has unsubscribed", async () => {
		const app = await newApp();
		const email = freshEmail();
		await ask(app, email);
		const token = await tokenFor(email);
		await confirmSubscription(app.appId, token);
		await ask(app, email, freshAddress());
		const { unsubscribePath } = await createSubscriber(app);
		expect(await unsubscribe(unsubscribePath.split("/").at(-1) ?? "")).toMatchObject({
			...{ name: app.app.name },
		});
		expect(await subscribersOf(app)).toEqual([{ email, isConfirmed: true }]);
	});
});

test.each([
	["Free", undefined, 50],
	["Basic", "basic", 500],
] as const)(
	"a list of %s holds its plan's number; whoever is on it stays on it",
	async (_name, plan, most) => {
		const app = await newApp(plan);
		const email = freshEmail();
		await createSubscribers(app, most - 1);
		await ask(app, email);
		const { unsubscribePath } = await createSubscriber(app);
		expect(await ask(app, freshEmail())).toBe("full");
		expect(await confirmSubscription(app.appId, await tokenFor(email))).toBe("full");
		expect(await countSubscribers(app)).toBe(most);
		await unsubscribe(unsubscribePath.split("/").at(-1) ?? "");
		expect(await confirmSubscription(app.appId, await tokenFor(email))).toBe("confirmed");
		expect(await countSubscribers(app)).toBe(most);
	},
);

test("a link that unsubscribes is good for its own address alone", async () => {
	const app = await newApp();
	const [one, other] = [await createSubscriber(app), await createSubscriber(app)];
	const token = one.unsubscribePath.split("/").at(-1) ?? "";
	for (const wrong of [one.id, `${one.id}.`, `${other.id}.${token.split(".")[1]}`, `${token}0`]) {
		expect(await readSubscribed(wrong)).toBeNull();
		expect(await unsubscribe(wrong)).toBeNull();
	}
	expect(await readSubscribed(token)).toMatchObject({ name: app.app.name });
	await unsubscribe(token);
	expect(await unsubscribe(token)).toBeNull();
	expect(await subscribersOf(app)).toEqual([{ email: other.email, isConfirmed: true }]);
});
