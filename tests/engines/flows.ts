import assert from "node:assert/strict";
import { sumOf } from "../kit/question.ts";
import { until } from "../kit/until.ts";
import { PASSWORD } from "../kit/world/password.ts";
import type { Engine, GraphicalEngine } from "./engine.ts";

const ASKED = "It crashes when I water a plant.";
const WRITTEN = "It is the third plant.";
const REPLIED = "Which version is it?";

/** Sends a form as a visitor: the fields, the sum, the mailed link, and a message. */
export async function write(
	engine: Engine,
	{ form, email, mailedLink }: { form: string; email: string; mailedLink: () => Promise<string> },
): Promise<string> {
	await engine.open(form);
	await see(engine, "Message");
	await engine.fill("Name", "Ann");
	await engine.fill("Email", email);
	await engine.fillLines("Message", ASKED);
	await engine.press("Send");
	await engine.fill("What is", sumOf(await see(engine, "What is")));
	await engine.press("Send");
	await see(engine, "Check Your Email");
	await engine.open(await mailedLink());
	await see(engine, "Confirm and continue");
	await engine.press("Confirm and continue");
	await see(engine, "Your message", "You asked");
	await engine.fillLines("Your message", WRITTEN);
	await engine.press("Send");
	await see(engine, WRITTEN);
	return "done";
}

/** Signs in as the owner and replies; the conversation's page then shows both messages. */
export async function reply(
	engine: Engine,
	site: { url: string; owner: string; desk: string; conversation: string },
): Promise<string> {
	await engine.open(`${site.url}/auth`);
	await see(engine, "Forgot");
	await engine.fill("Email", site.owner);
	await engine.fill("Password", PASSWORD);
	await engine.press("Sign In");
	await see(engine, "Sign Out");
	await engine.open(site.desk);
	await see(engine, WRITTEN, "Your reply");
	await engine.fillLines("Your reply", REPLIED);
	await engine.press("Send reply");
	await see(engine, "Message sent successfully!");
	await engine.open(site.conversation);
	await see(engine, WRITTEN, REPLIED);
	return "done";
}

/** Publishes a document as the owner, who is signed in, and looks at its page. */
export async function publish(
	engine: GraphicalEngine,
	{ editor }: { editor: string },
): Promise<string> {
	await engine.open(editor);
	await see(engine, "Content");
	await engine.fill("Title", "Cookies");
	await engine.fillLines("Content", "We set **one** cookie.");
	await engine.press("Publish");
	await see(engine, "Document published");
	await engine.follow("View Live");
	await see(engine, "We set one cookie.");
	const rule = "getComputedStyle(document.querySelector('.pad')).borderLeftWidth";
	assert.equal(await engine.evaluate(rule), "2px", "the page has its style");
	return "done";
}

/** Clicks into a field of the form builder. Its text must have the caret there. */
export async function placeCaret(
	engine: GraphicalEngine,
	{ builder }: { builder: string },
): Promise<string> {
	await engine.open(builder);
	await see(engine, "Add Field");
	await engine.press("Add Field");
	await see(engine, "New Field");
	await engine.fill("Label", "one two three");
	await engine.clickIn("Label", 40);
	const caret = await engine.evaluate<number>("document.activeElement.selectionStart");
	assert.ok(caret > 0 && caret < 13, `the caret is at ${caret}`);
	return `at ${caret} of 13`;
}

/** Waits until the page shows all of these texts. Returns everything that it shows. */
async function see(engine: Engine, ...texts: string[]): Promise<string> {
	let shown = "";
	const isShown = async () => {
		// A page that is being left can't be read.
		shown = await engine.text().catch((error: Error) => error.message);
		return texts.every((one) => shown.includes(one));
	};
	await until(`the page shows ${texts.join(", ")}`, isShown).catch((error: Error) => {
		throw new Error(`${error.message}. It shows: ${shown}`);
	});
	return shown;
}
