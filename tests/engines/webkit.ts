import fs from "node:fs";
import { startProcess } from "../kit/process/child.ts";
import { freePort } from "../kit/process/server.ts";
import { until } from "../kit/until.ts";
import { at, type GraphicalEngine, singleSpaced } from "./engine.ts";

const DRIVER = "/usr/bin/WebKitWebDriver";
const XVFB = "/usr/bin/Xvfb";
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

export function hasWebKit(): boolean {
	return fs.existsSync(DRIVER) && (process.env.DISPLAY !== undefined || fs.existsSync(XVFB));
}

/** Starts WebKitGTK, which takes plain WebDriver commands over HTTP. */
export async function startWebKit(): Promise<GraphicalEngine> {
	const screen = process.env.DISPLAY ? null : await startScreen();
	const port = await freePort();
	const env = { ...process.env, DISPLAY: process.env.DISPLAY ?? screen?.display };
	const driver = startProcess("WebKitWebDriver", [DRIVER, `--port=${port}`], { env });
	const root = `http://127.0.0.1:${port}`;
	await until("WebKitWebDriver listens", () =>
		fetch(`${root}/status`).then(
			() => true,
			() => false,
		),
	);
	const { sessionId } = await send<{ sessionId: string }>(`${root}/session`, { capabilities: {} });
	const session = `${root}/session/${sessionId}`;
	await send(`${session}/timeouts`, { implicit: 10_000 });
	const find = async (xpath: string) => {
		const found = await send<Record<string, string>>(`${session}/element`, {
			using: "xpath",
			value: xpath,
		});
		return `${session}/element/${found[ELEMENT]}`;
	};
	const click = async (xpath: string) => void (await send(`${await find(xpath)}/click`, {}));
	const evaluate = <T>(expression: string) =>
		send<T>(`${session}/execute/sync`, { script: `return ${expression}`, args: [] });
	const fill = async (label: string, text: string) => {
		const field = await find(at.field(label));
		// While a page begins, it scrolls, and what is out of view can't be typed into.
		let fault = "";
		const clear = () =>
			send(`${field}/clear`, {}).then(
				() => true,
				(error: Error) => {
					fault = error.message;
					return false;
				},
			);
		await until("the field takes text", clear).catch((error: Error) => {
			throw new Error(`${error.message}: ${fault}`);
		});
		await send(`${field}/value`, { text });
	};
	return {
		open: async (url) => void (await send(`${session}/url`, { url })),
		fill,
		fillLines: fill,
		press: (name) => click(at.button(name)),
		follow: (name) => click(at.link(name)),
		text: async () => singleSpaced(await evaluate<string>("document.body.innerText")),
		clickIn: async (label, x) => {
			const field = await find(at.field(label));
			const { [ELEMENT]: id } = await send<Record<string, string>>(`${session}/element`, {
				using: "xpath",
				value: at.field(label),
			});
			const { width } = await send<{ width: number }>(`${field}/rect`);
			const origin = { [ELEMENT]: id };
			const move = { type: "pointerMove", origin, x: Math.round(x - width / 2), y: 0 };
			const press = [move, { type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 }];
			const actions = [{ type: "pointer", id: "mouse", actions: press }];
			await send(`${session}/actions`, { actions });
		},
		evaluate,
		stop: async () => {
			await fetch(session, { method: "DELETE" });
			await driver.kill();
			await screen?.stop();
		},
	};
}

/** Sends a command of WebDriver, or asks when there is no body. Throws what the driver says. */
async function send<T>(url: string, body?: unknown): Promise<T> {
	const response = await fetch(url, {
		method: body === undefined ? "GET" : "POST",
		body: body === undefined ? undefined : JSON.stringify(body),
	});
	const { value } = (await response.json()) as { value: T & { error?: string; message?: string } };
	if (!response.ok) throw new Error(`${url}: ${value.error} ${value.message}`);
	return value;
}

/** Starts a screen in memory, for a machine without one. */
async function startScreen() {
	const command = [XVFB, "-displayfd", "1", "-screen", "0", "1280x1024x24"];
	const server = startProcess("Xvfb", command, { env: process.env });
	const number = await server.line((line) => /^\d+$/.test(line));
	return { display: `:${number}`, stop: server.kill };
}
