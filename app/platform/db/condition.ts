type Value = null | string | { readonly not: null | string };

/**
 * What must be true of a row, written as a Prisma `where`: values of columns, and conditions on the
 * rows that it belongs to. `sqlOf` says the same in SQL and `fits` in JavaScript, so that a rule
 * stands once. For rules in the sources only, never for what somebody typed.
 */
export type Condition = { readonly [name: string]: Value | Condition };

/** A row with everything that a condition looks at. */
type RowFor<C> = {
	[Name in keyof C]: C[Name] extends Value
		? unknown
		: C[Name] extends Condition
			? RowFor<C[Name]>
			: never;
};

/** The condition in SQL, on a table's columns; `relations` name the tables that it belongs to. */
export function sqlOf(
	condition: Condition,
	table: string,
	relations: Readonly<Record<string, string>> = {},
): string {
	return Object.entries(condition)
		.map(([name, value]) =>
			isValue(value)
				? `${table}.${name} ${comparison(value)}`
				: sqlOf(value, relations[name] ?? name, relations),
		)
		.join(" AND ");
}

/** Whether a row that was read fits the condition. */
export function fits<C extends Condition>(condition: C, row: RowFor<C>): boolean {
	return Object.entries(condition).every(([name, value]) => {
		const found = (row as Record<string, unknown>)[name];
		if (!isValue(value)) return fits(value, found as RowFor<Condition>);
		return isObject(value) ? found !== value.not : found === value;
	});
}

function isValue(value: Value | Condition): value is Value {
	return !isObject(value) || "not" in value;
}

function isObject(value: Value | Condition): value is Exclude<Value | Condition, null | string> {
	return typeof value === "object" && value !== null;
}

function comparison(value: Value): string {
	if (isObject(value)) return value.not === null ? "IS NOT NULL" : `<> '${value.not}'`;
	return value === null ? "IS NULL" : `= '${value}'`;
}
