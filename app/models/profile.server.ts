import { db, transaction } from "~/lib/db.server";
import type { Profile } from "~/schemas/profile";
import { clock } from "~/services/clock.server";
import type { UserAccess } from "./access.server";

/** What people call the account holder, and for whom they publish. */
export async function readProfile(access: UserAccess): Promise<Profile> {
	const user = await db.user.findUniqueOrThrow({
		where: { id: access.userId },
		select: { fullName: true, company: true },
	});
	return { full_name: user.fullName, company: user.company };
}

/** Keeps a name and a company. */
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
