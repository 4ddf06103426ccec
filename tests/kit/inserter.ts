import type Database from "better-sqlite3";

/** Returns a function that inserts rows. It prepares one statement a table, by its first row. */
export function inserter(database: Database.Database) {
	const statements = new Map<string, Database.Statement>();
	return (table: string, row: Record<string, unknown>): void => {
		let statement = statements.get(table);
		if (!statement) {
			const columns = Object.keys(row);
			const values = columns.map((column) => `@${column}`);
			statement = database.prepare(`INSERT INTO "${table}" (${columns}) VALUES (${values})`);
			statements.set(table, statement);
		}
		statement.run(row);
	};
}
