import { breathe } from "./breathe.server.ts";

type Page = {
	where: { id?: { gt: string } };
	range: { orderBy: { id: "asc" }; take: number };
};

/** Yields rows in the order of their ids. `find` reads `bite` rows at a time. */
export async function* eachRow<Row extends { id: string }>(
	bite: number,
	find: (page: Page) => Promise<Row[]>,
): AsyncGenerator<Row> {
	let after: string | undefined;
	for (;;) {
		const rows = await find({
			where: after === undefined ? {} : { id: { gt: after } },
			range: { orderBy: { id: "asc" }, take: bite },
		});
		yield* rows;
		after = rows.at(-1)?.id;
		if (rows.length < bite) return;
		await breathe();
	}
}
