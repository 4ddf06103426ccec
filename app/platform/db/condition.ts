type Not = { readonly not: null | string };

/**
 * A condition on a row, in the form of a Prisma `where`: column values, and conditions on related
 * rows. `sqlOf` turns it into SQL and `fits` checks it in JavaScript, so that a rule is written
 * once. Values are not escaped: never use what somebody typed.
 */
export type Condition = { readonly [name: string]: null | string | Not | Condition };

/** A row with every column that a condition reads. */
type RowFor<C> = {
	[Name in keyof C]: C[Name] extends null | string | Not ? unknown : RowFor<C[Name]>;
};

/** Returns the condition in SQL. `relations` maps relations to tables where their names differ. */
export function sqlOf(
	condition: Condition,
	table: string,
	relations: Readonly<Record<string, string>> = {},
): string {
	const terms = Object.entries(condition).map(([name, value]) => {
		const column = `${table}.${name}`;
		if (value === null) return `${column} IS NULL`;
		if (typeof value === "string") return `${column} = '${value}'`;
		if (!isNot(value)) return sqlOf(value, relations[name] ?? name, relations);
		return value.not === null ? `${column} IS NOT NULL` : `${column} <> '${value.not}'`;
	});
	return terms.join(" AND ");
}

/** Returns whether a row meets the condition. */
export function fits<C extends Condition>(condition: C, row: RowFor<C>): boolean {
	return Object.entries(condition).every(([name, value]) => {
		const found = (row as Record<string, unknown>)[name];
		if (value === null || typeof value === "string") return found === value;
		return isNot(value) ? found !== value.not : fits(value, found as RowFor<Condition>);
	});
}

function isNot(value: Not | Condition): value is Not {
	return "not" in value;
}
