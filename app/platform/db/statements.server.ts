import type Database from "better-sqlite3";

type Prepare = (sql: string) => Database.Statement;

/**
 * Plain SQL on one connection. Each statement is prepared once and takes microseconds, where Prisma
 * takes hundreds. Times are texts, see `sqlTime`.
 */
export class Statements {
	#prepare: Prepare;
	#prepared = new Map<string, Database.Statement>();

	constructor(prepare: Prepare) {
		this.#prepare = prepare;
	}

	/** Returns the first row, or undefined. */
	row<Row>(sql: string, values: unknown[]): Row | undefined {
		return this.#statement(sql).get(...values) as Row | undefined;
	}

	rows<Row>(sql: string, values: unknown[]): Row[] {
		return this.#statement(sql).all(...values) as Row[];
	}

	/** Returns how many rows the statement changed. */
	run(sql: string, values: unknown[] = []): number {
		return this.#statement(sql).run(...values).changes;
	}

	/** Inserts a row and returns its rowid. The columns' names are not escaped. */
	insert(table: string, row: object): number {
		const columns = Object.keys(row);
		const sql = `INSERT INTO ${table} (${columns}) VALUES (${columns.map(() => "?")})`;
		const values = Object.values(row).map((value) =>
			value instanceof Date ? sqlTime(value) : value,
		);
		return Number(this.#statement(sql).run(...values).lastInsertRowid);
	}

	#statement(sql: string): Database.Statement {
		let statement = this.#prepared.get(sql);
		if (!statement) {
			// Prisma's connection returns BigInt otherwise.
			statement = this.#prepare(sql).safeIntegers(false);
			this.#prepared.set(sql, statement);
		}
		return statement;
	}
}

/** Returns a time as Prisma's adapter writes it. Such texts sort as times do. */
export function sqlTime(time: Date): string {
	return time.toISOString().replace("Z", "+00:00");
}
