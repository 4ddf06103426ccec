import { describe, expect, test } from "vitest";
import {
	bounceEvent,
	complaintEvent,
	reactivationEvent,
} from "../../../tests/kit/stand-ins/postmark-events.ts";
import { readMailEvent } from "./mail-event.ts";

const MESSAGE_ID = "883953f4-6105-42a2-a16a-77a8eac79483";
const DOCUMENTED = {
	kind: "bounce",
	mailId: null,
	messageId: MESSAGE_ID,
	reason: "Hard bounce: Test bounce details",
	isForGood: true,
};

describe("a record of Postmark's", () => {
	test.each<[string, Record<string, unknown>, unknown]>([
		["the bounce of its documentation", bounceEvent(), DOCUMENTED],
		[
			"the spam complaint of its documentation",
			complaintEvent(),
			{ ...DOCUMENTED, kind: "complaint", reason: "Spam complaint: Test spam complaint details" },
		],
		[
			"a complaint that comes as a bounce",
			bounceEvent({ Type: "SpamComplaint", Inactive: false }),
			{ ...DOCUMENTED, kind: "complaint" },
		],
		[
			"a bounce of a mailbox that is full",
			bounceEvent({ Type: "SoftBounce", Name: "Soft bounce", Inactive: false }),
			{ ...DOCUMENTED, reason: "Soft bounce: Test bounce details", isForGood: false },
		],
		["a bounce of a type that is yet to come", bounceEvent({ Type: "Lost" }), DOCUMENTED],
		[
			"one with our id",
			bounceEvent({ Metadata: { outbox_id: "0199" } }),
			{ ...DOCUMENTED, mailId: "0199" },
		],
		[
			"one whose fields have other types",
			bounceEvent({ Name: 7, Details: null, Description: "Gone", Inactive: "yes", Metadata: [] }),
			{ ...DOCUMENTED, reason: "Gone", isForGood: false },
		],
		[
			"one without any reason",
			bounceEvent({ Name: "", Details: "", Description: "" }),
			{ ...DOCUMENTED, reason: "No reason was given." },
		],
		[
			"a mailbox that is activated again",
			reactivationEvent("jane@example.com"),
			{ kind: "reactivated", email: "jane@example.com" },
		],
		[
			"a mailbox that is deactivated",
			{ ...reactivationEvent("a@b.c"), SuppressSending: true },
			null,
		],
		...["Transient", "AutoResponder", "AddressChange", "Subscribe", "Unsubscribe"].map(
			(Type): [string, Record<string, unknown>, null] => [Type, bounceEvent({ Type }), null],
		),
		["a delivery", { RecordType: "Delivery", MessageID: MESSAGE_ID }, null],
		["a record of a type that is yet to come", { RecordType: "Later" }, null],
	])("that is %s is understood", (_what, record, expected) => {
		expect(readMailEvent(record)).toEqual(expected);
	});

	test("names no address, since one may be where the mailbox forwards to, and fits in a line", () => {
		const Details = `smtp;550 5.1.1 <jane.private@elsewhere.example>: no\r\nsuch user ${"x".repeat(900)}`;
		const event = readMailEvent(bounceEvent({ Details }));
		const reason = event && "reason" in event ? event.reason : "";
		expect(reason).toMatch(/^Hard bounce: smtp;550 5\.1\.1 <\(address\)>: no such user x+$/);
		expect(reason).toHaveLength(300);
	});

	test("is read in time, however long a word the other mail server says", () => {
		const started = performance.now();
		readMailEvent(bounceEvent({ Details: "x".repeat(300_000) }));
		expect(performance.now() - started).toBeLessThan(5_000);
	});

	test.each([
		["no mail", bounceEvent({ MessageID: undefined })],
		["an empty one", complaintEvent({ MessageID: "" })],
	])("about %s is refused", (_what, record) => {
		expect(() => readMailEvent(record)).toThrow();
	});
});
