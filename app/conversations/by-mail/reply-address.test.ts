import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readReplyAddress, replyAddress } from "./reply-address.server.ts";

const ID = "0199f0c1-7d3a-7b52-8f0e-1234567890ab";

describe("the address to answer to", () => {
	test("names the conversation and the side, and fits before the @", () => {
		fc.assert(
			fc.property(fc.uuid(), fc.constantFrom("visitor" as const, "owner" as const), (id, side) => {
				const address = replyAddress(side, id) ?? "";
				expect(address).toMatch(/^reply\+[vo][a-z2-7]{42}@[a-z.]+$/);
				expect(readReplyAddress(address)).toEqual({ side, submissionId: id });
			}),
		);
	});

	test("survives a relay that changes the case, and blanks around it", () => {
		const address = replyAddress("visitor", ID) ?? "";
		const read = { side: "visitor", submissionId: ID };
		expect(readReplyAddress(address.toUpperCase())).toEqual(read);
		expect(readReplyAddress(` ${address}\r\n`)).toEqual(read);
	});

	test("is refused when a character that counts is altered", () => {
		const address = replyAddress("owner", ID) ?? "";
		// The last letter's four spare bits are not read.
		for (let index = 6; index < 48; index += 1) {
			const other = address[index] === "a" ? "b" : "a";
			const altered = address.slice(0, index) + other + address.slice(index + 1);
			expect(readReplyAddress(altered), altered).toBeNull();
		}
	});

	test.each([
		["of the other side", (address: string) => address.replace("+o", "+v")],
		["at another domain", (address: string) => address.replace(/@.*/, "@example.org")],
		["below our domain", (address: string) => address.replace("@", "@mail.")],
		["cut", (address: string) => address.replace(/.@/, "@")],
		["longer", (address: string) => address.replace("@", "a@")],
		["with a letter that base32 has not", (address: string) => address.replace(/.@/, "1@")],
		["empty", () => ""],
	])("is refused when it is %s", (_, alter) => {
		expect(readReplyAddress(alter(replyAddress("owner", ID) ?? ""))).toBeNull();
	});
});
