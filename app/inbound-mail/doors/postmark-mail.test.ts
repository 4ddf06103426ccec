import fs from "node:fs";
import { describe, expect, test } from "vitest";
import { own, SHAPES } from "../../../tests/fixtures/inbound/postmark-shapes.ts";
import { readPostmarkMail } from "./postmark-mail.ts";

const DOCUMENTED = "tests/fixtures/inbound/postmark-documented.json";

describe("what Postmark posts", () => {
	test("is read as its documentation has it, byte for byte", () => {
		expect(readPostmarkMail(fs.readFileSync(DOCUMENTED, "utf8"))).toEqual({
			carrierId: "postmark:73e6d360-66eb-11e1-8e72-a8904824019b",
			recipients: [
				"yourhash+SampleHash@inbound.postmarkapp.com",
				"yourhash+SampleHash@inbound.postmarkapp.com",
				"firstcc@postmarkapp.com",
				"secondCc@postmarkapp.com",
				"firstbcc@postmarkapp.com",
				"secondbcc@postmarkapp.com",
			],
			from: "support@postmarkapp.com",
			isProved: true,
			isSpam: false,
			automatic: null,
			subject: "Test subject",
			messageId: "",
			text: "This is a test text body.",
			files: ["test.txt"],
		});
	});

	test("there are enough shapes", () => {
		expect(SHAPES.length).toBeGreaterThanOrEqual(30);
	});

	test.each(SHAPES)("is read rightly: $name", (shape) => {
		const from = shape.from ?? "ann@example.com";
		const above = shape.own ?? own({ path: from === "" ? "ann@example.com" : from });
		const below = [
			["Received", "from mail.example.com (mail.example.com [192.0.2.1])"],
			["MIME-Version", "1.0"],
			["Message-ID", "<one@mail.example.com>"],
			...(shape.theirs ?? []),
		];
		const payload = {
			MessageID: "73e6d360-66eb-11e1-8e72-a8904824019b",
			From: from,
			FromFull: { Email: from, Name: "", MailboxHash: "" },
			Subject: "Re: Your message",
			TextBody: "Hello",
			Headers: [...above, ...below].map(([Name, Value]) => ({ Name, Value })),
			...shape.fields,
		};
		expect(readPostmarkMail(JSON.stringify(payload))).toMatchObject(shape.read);
	});

	test.each([
		["its sender", (word: string) => ({ From: word })],
		["what was found of it", (Value: string) => ({ Headers: [{ Name: "Received-SPF", Value }] })],
	])("is read in time, however long a word stands in %s", (_, fieldsWith) => {
		const started = performance.now();
		const MessageID = "73e6d360-66eb-11e1-8e72-a8904824019b";
		readPostmarkMail(JSON.stringify({ MessageID, ...fieldsWith("a".repeat(150_000)) }));
		expect(performance.now() - started).toBeLessThan(5_000);
	});

	test.each([
		"",
		"null",
		"[]",
		"{}",
		'{"MessageID":7}',
		'{"MessageID":""}',
		'{"MessageID":"a b"}',
		'{"MessageID":"1"',
	])("is no mail: %s", (json) => {
		expect(readPostmarkMail(json)).toBeNull();
	});
});
