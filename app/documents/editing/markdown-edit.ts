export const MARKS = ["Heading", "Bold", "List", "Link", "Table"] as const;
export type Mark = (typeof MARKS)[number];

/** A change of a text: what stands from `start` to `end` becomes `text`. `select` is selected then. */
export type Edit = { start: number; end: number; text: string; select: [number, number] };

const TABLE = "| What | Why | How long |\n| --- | --- | --- |\n|  |  |  |";

/** Returns the change that a button of the editor makes where `start` to `end` is selected. */
export function editFor(mark: Mark, source: string, start: number, end: number): Edit {
	switch (mark) {
		case "Bold":
			return bold(source, start, end);
		case "Heading":
			return changeLines(source, start, start, /^#{1,6} /, "## ");
		case "List":
			return changeLines(source, start, end, /^[-*+] /, "- ");
		case "Link":
			return link(source.slice(start, end), start, end);
		case "Table":
			return table(source, end);
	}
}

/** Wraps the selection in asterisks, or takes those around it away. */
function bold(source: string, start: number, end: number): Edit {
	const words = source.slice(start, end);
	if (source.slice(start - 2, start) === "**" && source.slice(end, end + 2) === "**") {
		return { start: start - 2, end: end + 2, text: words, select: [start - 2, end - 2] };
	}
	const text = words.trim() || "bold text";
	const from = start + words.indexOf(words.trim());
	return {
		start: from,
		end: from + words.trim().length,
		text: `**${text}**`,
		select: [from + 2, from + 2 + text.length],
	};
}

/** Puts a mark before each selected line, or takes it away if every line has one. */
function changeLines(
	source: string,
	start: number,
	end: number,
	present: RegExp,
	mark: string,
): Edit {
	// Before the beginning, lastIndexOf looks at the first character.
	const from = start === 0 ? 0 : source.lastIndexOf("\n", start - 1) + 1;
	const newline = source.indexOf("\n", Math.max(start, end - 1));
	const to = newline === -1 ? source.length : newline;
	const lines = source.slice(from, to).split("\n");
	const isMarked = lines.every((line) => present.test(line));
	const changed = lines.map((line) => (isMarked ? "" : mark) + line.replace(present, ""));
	const text = changed.join("\n");
	return { start: from, end: to, text, select: [from + text.length, from + text.length] };
}

/** Makes a link of the selection, which may be its text or its address. The other half is selected. */
function link(words: string, start: number, end: number): Edit {
	const isAddress = /^(?:https?:\/\/|mailto:)\S+$/.test(words);
	const [label, address] = isAddress ? ["link text", words] : [words || "link text", "https://"];
	const text = `[${label}](${address})`;
	const [from, length] = isAddress
		? [start + 1, label.length]
		: [start + label.length + 3, address.length];
	return { start, end, text, select: [from, from + length] };
}

/** Puts a table below the line, with an empty line on both sides. Its first cell is ready to write in. */
function table(source: string, at: number): Edit {
	const newline = source.indexOf("\n", at);
	const end = newline === -1 ? source.length : newline;
	const [before, after] = [source.slice(0, end), source.slice(end)];
	const lead = before.trim() === "" ? "" : /\n[ \t]*$/.test(before) ? "\n" : "\n\n";
	const text = `${lead}${TABLE}${/^\n[ \t]*(?:\n|$)/.test(after) ? "" : "\n"}`;
	const cell = end + lead.length + TABLE.indexOf("|  |") + 2;
	return { start: end, end, text, select: [cell, cell] };
}
