import { createClient } from "../kit/http/client.ts";
import { pause } from "../kit/until.ts";
import type { Server } from "./servers.ts";
import type { Site } from "./site.ts";

/**
 * Saves a document over and over, as its owner does in a browser, and loads its page after each
 * save. Returns a function that stops this and resolves with the counts.
 */
export function startSaving({ url }: Server, { edited }: Site, perSecond: number) {
	const owner = createClient(url, { cookie: edited.cookie });
	const visitor = createClient(url);
	const started = performance.now();
	let isOver = false;
	let made = 0;
	let late = 0;
	const saving = save();

	async function save(): Promise<void> {
		const { text } = await owner.get(edited.editor);
		let revision = Number(/name="revision" value="(\d+)"/.exec(text)?.[1]);
		while (!isOver) {
			const content = `Save ${crypto.randomUUID()}.`;
			const values = { title: edited.title, content, revision: String(revision) };
			const { status } = await owner.post(edited.editor, values);
			if (status !== 303) throw new Error(`A save was answered with ${status}`);
			made += 1;
			revision += 1;
			if (!(await visitor.get(edited.path)).text.includes(content)) late += 1;
			const due = started + (made * 1_000) / perSecond;
			await pause(Math.max(0, due - performance.now()));
		}
	}

	return async () => {
		isOver = true;
		const expected = Math.floor(((performance.now() - started) / 1_000) * perSecond);
		await saving;
		return { made, late, expected };
	};
}
