type Node = { [name: string]: Node | string };

/**
 * Reads a form as Stripe does: "a[b]=1&c[0][d]=2" is { a: { b: "1" }, c: [{ d: "2" }] }. Values are
 * texts.
 */
export function decodeForm(form: string): unknown {
	const root = newNode();
	for (const [name, value] of new URLSearchParams(form)) {
		const [first = "", ...inner] = name.split("[").map((part) => part.replace(/\]$/, ""));
		let node = root;
		let last = first;
		for (const part of inner) {
			const next = node[last];
			node = typeof next === "object" ? next : newNode(node, last);
			// "a[]=1&a[]=2" is a list, too.
			last = part === "" ? String(Object.keys(node).length) : part;
		}
		node[last] = value;
	}
	return withLists(root);
}

/** Without a prototype, so that no name in a form is one of its own. */
function newNode(parent?: Node, name = ""): Node {
	const node: Node = Object.create(null);
	if (parent) parent[name] = node;
	return node;
}

/** Nodes whose names are 0, 1, 2… are lists. */
function withLists(node: Node | string): unknown {
	if (typeof node === "string") return node;
	const entries = Object.entries(node);
	const isList = entries.length > 0 && entries.every(([name], at) => name === String(at));
	if (isList) return entries.map(([, value]) => withLists(value));
	return Object.fromEntries(entries.map(([name, value]) => [name, withLists(value)]));
}
