/**
 * A refused request: nothing was changed, and the text tells the person what to do next. `field`
 * names the form field that it belongs to. `title` is the heading (product.md, O27).
 */
export class Refusal extends Error {
	override name = "Refusal";
	readonly field: string | null;
	readonly title: string | null;
	readonly status: number;

	constructor(
		text: string,
		options: {
			field?: string;
			title?: string;
			status?: 400 | 402 | 403 | 404 | 409 | 429 | 503;
		} = {},
	) {
		super(text);
		this.field = options.field ?? null;
		this.title = options.title ?? null;
		this.status = options.status ?? 400;
	}
}
