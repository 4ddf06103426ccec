/** Stands for a line break while text is collected. HTML can't contain it. */
const BREAK = "\0";
const SPACES = /[ \t\n\r\f]+/g;
/** A heading's rule is no longer than this, nor than its words. */
const RULE_MAX = 72;
/** Letters that are two columns wide. */
const WIDE = /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFF00-\uFF60]/g;

type Indent = { text: string; once: boolean; isUsed: boolean };

/** Collects text in pieces, because a string that grows and is read in turn takes quadratic time. */
export class TextLines {
	#lines: string[] = [];
	#pieces: string[] = [];
	#indents: Indent[] = [];
	/** The cells of each open row, the innermost last. */
	#rows: string[][] = [];
	/** Where the text of each open cell begins among the pieces. */
	#cells: number[] = [];
	/** How many indents an empty line before the next line has. Null: there is none. */
	#apart: number | null = null;
	#keepsSpaces = false;
	#isRaised = false;

	write(text: string): void {
		if (text === "") return;
		// 10⁶ is not 106.
		if (this.#isRaised && /^\d/.test(text) && /\d$/.test(this.#pieces.at(-1) ?? "")) {
			this.#pieces.push("^");
		}
		this.#isRaised = false;
		this.#pieces.push(this.#keepsSpaces ? text.replaceAll("\n", BREAK) : text);
	}

	breakLine(): void {
		this.#pieces.push(BREAK);
	}

	/** The next text is raised: "^" stands before a number that would read as part of the one before. */
	raise(): void {
		this.#isRaised = true;
	}

	/** Returns a place, for `since` and `takeBack`. */
	mark(): number {
		return this.#pieces.length;
	}

	since(mark: number): string {
		return this.#pieces.slice(mark).join("");
	}

	takeBack(mark: number): void {
		this.#pieces.length = Math.min(mark, this.#pieces.length);
	}

	keepSpaces(keeps: boolean): void {
		this.#keepsSpaces = keeps;
	}

	/** Begins each line with a text until `outdent`; with `once`, the lines after the first with blanks. */
	indent(text: string, { once = false } = {}): void {
		if (this.#cells.length > 0) {
			if (once) this.write(text);
			this.#indents.push({ text: "", once, isUsed: true });
			return;
		}
		// An item that begins with a list has its mark on a line alone.
		if (once && this.#indents.some((one) => one.once && !one.isUsed)) this.#push("");
		this.#indents.push({ text, once, isUsed: false });
	}

	outdent(): void {
		this.#indents.pop();
	}

	openRow(): void {
		this.#rows.push([]);
	}

	openCell(): void {
		this.#cells.push(this.#pieces.length);
	}

	closeCell(): void {
		const start = this.#cells.pop();
		if (start === undefined) return;
		const words = this.#pieces.splice(start).join("");
		this.#rows.at(-1)?.push(linesOf(words).filter(Boolean).join(BREAK));
	}

	/** Writes a row as one line, or a cell that stands alone as the lines that it has. */
	closeRow(): void {
		const cells = this.#rows.pop() ?? [];
		const filled = cells.filter(Boolean);
		const isAlone = filled.length === 1 && cells.length === 1;
		this.write(isAlone ? (filled[0] ?? "") : cells.map(oneLine).join(" | "));
		this.end();
	}

	/**
	 * Ends the line, unless nothing is on it. `apart` leaves an empty line after it, and `rule` draws a
	 * line of that sign under it. Within a cell, it breaks the cell's line.
	 */
	end({ apart = false, rule }: { apart?: boolean; rule?: string } = {}): void {
		if (this.#cells.length > 0) {
			this.#pieces.push(BREAK);
			return;
		}
		if (this.#pieces.length > 0) {
			const words = this.#pieces.join("");
			this.#pieces = [];
			const lines = trimmed(this.#keepsSpaces ? words.split(BREAK) : linesOf(words));
			for (const line of lines) this.#push(line);
			if (rule && lines.length > 0) this.#push(rule.repeat(widthOf(lines.at(-1) ?? "")));
		}
		if (apart) this.#apart = Math.min(this.#apart ?? Infinity, this.#indents.length);
	}

	/** Returns all lines, with a line break after the last. */
	text(): string {
		this.end();
		return this.#lines.length > 0 ? `${this.#lines.join("\n")}\n` : "";
	}

	#push(line: string): void {
		if (this.#apart !== null && this.#lines.length > 0) {
			const around = this.#indents.slice(0, this.#apart);
			this.#lines.push(around.map(blankOf).join("").trimEnd());
		}
		this.#apart = null;
		const start = this.#indents.map((indent) => {
			const text = indent.isUsed ? blankOf(indent) : indent.text;
			indent.isUsed = true;
			return text;
		});
		this.#lines.push((start.join("") + line).trimEnd());
	}
}

/** What stands before a line for an indent after its first line. */
function blankOf({ text, once }: Indent): string {
	return once ? " ".repeat(text.length) : text;
}

function linesOf(words: string): string[] {
	return words
		.replace(SPACES, " ")
		.split(BREAK)
		.map((line) => line.trim());
}

/** Returns lines without the empty ones at the beginning and at the end. */
function trimmed(lines: string[]): string[] {
	const first = lines.findIndex((line) => line.trim() !== "");
	if (first === -1) return [];
	return lines.slice(first, lines.findLastIndex((line) => line.trim() !== "") + 1);
}

function oneLine(cell: string): string {
	return cell.replaceAll(BREAK, " / ");
}

function widthOf(line: string): number {
	return Math.min(RULE_MAX, line.length + (line.match(WIDE)?.length ?? 0));
}
