type Rule = { allows: boolean; pattern: string };
type Group = { agents: string[]; rules: Rule[] };

/**
 * Returns whether a robots.txt lets a crawler read a path (RFC 9309): the group that names it
 * counts, else the one for all; in it the longest rule, and "allow" among equals.
 */
export function mayRead(robots: string, crawler: string, path: string): boolean {
	const groups = readGroups(robots);
	const named = groups.filter(({ agents }) => agents.includes(crawler.toLowerCase()));
	const counting = named.length > 0 ? named : groups.filter(({ agents }) => agents.includes("*"));
	const [longest] = counting
		.flatMap(({ rules }) => rules)
		.filter(({ pattern }) => matches(pattern, path))
		.sort(
			(one, other) =>
				other.pattern.length - one.pattern.length || Number(other.allows) - Number(one.allows),
		);
	return longest?.allows ?? true;
}

function readGroups(robots: string): Group[] {
	const groups: Group[] = [];
	for (const line of robots.split(/\r\n?|\n/)) {
		const [, name = "", value = ""] = /^\s*([a-z-]+)\s*:\s*([^#]*)/i.exec(line) ?? [];
		const last = groups.at(-1);
		const rule = name.toLowerCase();
		if (rule === "user-agent") {
			const agent = agentIn(value);
			// Several names in a row share the rules that follow.
			if (last?.rules.length === 0) last.agents.push(agent);
			else groups.push({ agents: [agent], rules: [] });
		} else if (rule === "allow" || rule === "disallow") {
			// A rule without a pattern says nothing, but ends the row of names.
			last?.rules.push({ allows: rule === "allow", pattern: value.trim() });
		}
	}
	return groups;
}

function agentIn(value: string): string {
	return (/^\*|^[a-z_-]+/i.exec(value.trim())?.[0] ?? "").toLowerCase();
}

/** Whether a path begins as the pattern says. "*" is anything, "$" at its end is the path's end. */
function matches(pattern: string, path: string): boolean {
	if (pattern === "") return false;
	const isWhole = pattern.endsWith("$");
	const [first = "", ...parts] = (isWhole ? pattern.slice(0, -1) : pattern).split("*");
	if (!path.startsWith(first)) return false;
	const last = isWhole ? parts.pop() : undefined;
	let at = first.length;
	for (const part of parts) {
		const found = path.indexOf(part, at);
		if (found === -1) return false;
		at = found + part.length;
	}
	if (!isWhole) return true;
	return last === undefined
		? at === path.length
		: path.length - last.length >= at && path.endsWith(last);
}
