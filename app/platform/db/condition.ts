type Not = { readonly not: null | string };

/**
 * What must be true of a row, written as a Prisma `where`: values of columns, and conditions on the
 * rows that it belongs to. `sqlOf` says the same in SQL and `fits` in JavaScript, so that a rule
 * stands once. For rules in the sources only, never for what somebody typed.
 */
export type Condition = { readonly [name: string]: null | string | Not | Condition };

/** A row with everything that a condition looks at. */
type RowFor<C> = {
	[Name in keyof C]: C[Name] extends null | string | Not ? unknown : RowFor<C[Name]>;
};

/** The condition in SQL, on a table's columns; `relations` name the tables that it belongs to. */
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

/** Whether a row that was read fits the condition. */
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
