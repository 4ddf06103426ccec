import { describe, expect, test } from "vitest";
import { readProfile, updateProfile } from "#app/accounts/profile.server.ts";
import { profileSchema } from "#app/accounts/profile.ts";
import { createUser } from "../../kit/world/user.ts";

describe("a profile", () => {
	test("is empty at first, keeps a name and a company, and is nobody else's", async () => {
		const [user, other] = [await createUser(), await createUser()];
		expect(await readProfile(user)).toEqual({ full_name: "", company: "" });
		await updateProfile(user, { full_name: "Ada Lovelace", company: "Engines" });
		expect(await readProfile(user)).toEqual({ full_name: "Ada Lovelace", company: "Engines" });
		expect(await readProfile(other)).toEqual({ full_name: "", company: "" });
		await updateProfile(user, { full_name: "Ada", company: "" });
		expect(await readProfile(user)).toEqual({ full_name: "Ada", company: "" });
	});
});

describe("what was typed into it", () => {
	test("is trimmed, and the company may be left out", () => {
		expect(profileSchema.parse({ full_name: "  Ada   Lovelace " })).toEqual({
			full_name: "Ada Lovelace",
			company: "",
		});
	});

	test("has at most 100 characters in each field", () => {
		const long = { full_name: "é".repeat(100), company: "🎉".repeat(100) };
		expect(profileSchema.safeParse(long).success).toBe(true);
		for (const field of ["full_name", "company"] as const) {
			const { error } = profileSchema.safeParse({ ...long, [field]: "x".repeat(101) });
			expect(error?.issues).toMatchObject([
				{ path: [field], message: "Please use at most 100 characters." },
			]);
		}
	});
});
