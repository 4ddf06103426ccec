import { SHAPE_TYPES, type Shape } from "./shapes.ts";

const NAMED = /text\/(?:markdown|plain)|application\/(?:json|atom\+xml)/i;
const WEIGHT = /^\s*q\s*=\s*(\S*)\s*$/i;

/** Whether an `Accept` header names the type of any shape. No browser's does, nor curl's. */
export function namesShape(accept: string | undefined): accept is string {
	return accept !== undefined && NAMED.test(accept);
}

/**
 * Returns the shape that an `Accept` header asks for among those that a page has, or null: HTML. A
 * type must be named, because browsers and curl accept anything by a wildcard, and weigh no less
 * than HTML. Plain text must weigh more than an HTML that is named too, as text browsers name both.
 */
export function chooseShape(
	accept: string | undefined,
	offered: readonly Shape[] | undefined,
): Shape | null {
	if (!offered || !namesShape(accept)) return null;
	const weights = readWeights(accept);
	const named = weights.get("text/html");
	const html = named ?? weights.get("text/*") ?? weights.get("*/*") ?? 0;
	let chosen: Shape | null = null;
	let most = 0;
	for (const [type, weight] of weights) {
		const shape = offered.find((one) => SHAPE_TYPES[one] === type);
		if (!shape || weight <= most || weight < html) continue;
		if (shape === "txt" && weight === named) continue;
		chosen = shape;
		most = weight;
	}
	return chosen;
}

/** Returns the weight of each media range, in the order of the header. Unreadable ones are left out. */
function readWeights(accept: string): Map<string, number> {
	const weights = new Map<string, number>();
	for (const range of accept.split(",")) {
		const [type = "", ...parameters] = range.split(";");
		const given = parameters.flatMap((one) => WEIGHT.exec(one)?.[1] ?? [])[0];
		const weight = given === undefined ? 1 : Number(given);
		const name = type.trim().toLowerCase();
		if (weight >= 0 && weight <= 1) weights.set(name, Math.max(weight, weights.get(name) ?? 0));
	}
	return weights;
}
