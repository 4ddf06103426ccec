import { clock } from "#app/platform/clock.server.ts";
import { db, transaction } from "#app/platform/db/db.server.ts";
import type { UserAccess } from "./access.server.ts";
import type { Profile } from "./profile.ts";

/** Returns the account holder's name and company. */
export async function readProfile(access: UserAccess): Promise<Profile> {
	const user = await db.user.findUniqueOrThrow({
		where: { id: access.userId },
		select: { fullName: true, company: true },
	});
	return { full_name: user.fullName, company: user.company };
}

/** Saves the account holder's name and company. */
export async function updateProfile(access: UserAccess, profile: Profile): Promise<void> {
	await transaction((tx) =>
		tx.user.update({
			where: { id: access.userId, deletedAt: null },
			data: {
				fullName: profile.full_name,
				company: profile.company,
				updatedAt: clock.now(),
			},
		}),
	);
}
