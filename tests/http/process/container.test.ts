import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "#app/platform/db/db.server.ts";
import { createClient } from "../../kit/http/client.ts";
import { startProcess } from "../../kit/process/child.ts";
import { HOSTED_ENV } from "../../kit/process/hosted.ts";
import { freePort } from "../../kit/process/server.ts";
import { createApp } from "../../kit/world/app.ts";
import { createUser } from "../../kit/world/user.ts";
import { cookieOf, databaseFile } from "../../kit/world/world.ts";

const root = path.join(import.meta.dirname, "../../..");

/** A command that takes longer has become a server. */
const COMMAND_MS = 100_000;

let image: string;

function linesOf(file: string): string[] {
	return fs.readFileSync(path.join(root, file), "utf8").split("\n");
}

/** What the image takes of the project, by name: from the build's context, or from what was built. */
function copied({ built }: { built: boolean }): { from: string; to: string }[] {
	const prefix = built ? "COPY --from=build /app/" : "COPY ";
	return linesOf("Dockerfile")
		.filter((line) => line.startsWith(prefix) && (built || !line.startsWith("COPY --from")))
		.flatMap((line) => {
			const names = line.slice(prefix.length).split(/\s+/);
			const to = names.pop() ?? "";
			return names.map((from) => ({
				from,
				to: to.endsWith("/") ? path.join(to, path.basename(from)) : to,
			}));
		})
		.filter(({ from }) => from !== ".");
}

/** The environment of a command in the image; there is no user "node" to become here. */
function environment(more: Record<string, string> = {}) {
	return {
		PATH: `${path.dirname(process.execPath)}:${process.env.PATH}`,
		AS_NODE: "",
		NODE_ENV: "production",
		DATA: path.dirname(databaseFile),
		DATABASE_URL: `file:${databaseFile}`,
		...more,
	};
}

beforeAll(() => {
	image = fs.mkdtempSync(path.join(os.tmpdir(), "smallprint-image-"));
	for (const { from, to } of [...copied({ built: false }), ...copied({ built: true })]) {
		fs.cpSync(path.join(root, from), path.join(image, to), { recursive: true });
	}
	fs.symlinkSync(
		fs.realpathSync(path.join(root, "node_modules")),
		path.join(image, "node_modules"),
	);
});

afterAll(() => fs.rmSync(image, { recursive: true, force: true }));

test("the image's build is given every file that it copies", () => {
	const [first, ...rest] = linesOf(".dockerignore");
	expect(first).toBe("*");
	const given = rest.filter((line) => line.startsWith("!")).map((line) => line.slice(1));
	const names = copied({ built: false }).map(({ from }) => from);
	expect(names).toContain("server.ts");
	for (const name of names) {
		const isGiven = given.some((one) => name === one || name.startsWith(`${one}/`));
		expect([name, isGiven]).toEqual([name, true]);
	}
});

test("the image has what it takes to serve, and to render what is published", async () => {
	const port = await freePort();
	const container = startProcess("The container", ["sh", "bin/container.sh"], {
		cwd: image,
		env: environment({ ...HOSTED_ENV, PORT: String(port) }),
	});
	await container.line((line) => line.includes('"listening"'));
	const user = await createUser();
	const { appId } = await createApp(user);
	const cookie = (await cookieOf(user)).replace("session=", "__Host-session=");
	const client = createClient(`http://localhost:${port}`, { cookie });
	const published = await client.post(
		`/app/${appId}/documents/new`,
		{
			title: "Privacy Policy",
			content: "## What we collect",
			request_id: crypto.randomUUID(),
		},
		{ Host: new URL(HOSTED_ENV.APP_URL).host, Origin: HOSTED_ENV.APP_URL },
	);
	expect(published.status).toBe(303);
	container.process.kill("SIGTERM");
	expect(await container.exit).toBe(0);
});

test("without an address of its own it says what is missing, and serves nobody", () => {
	const options = {
		cwd: image,
		encoding: "utf8",
		env: environment(),
		timeout: COMMAND_MS,
	} as const;
	const { status, stderr } = spawnSync("sh", ["bin/container.sh"], options);
	expect([status, stderr]).toEqual([1, expect.stringMatching(/^APP_URL is missing: .*\n$/)]);
});

test("a command whose database can't be used says so in one sentence", () => {
	const text = path.join(image, "text.db");
	fs.writeFileSync(text, "This is a text, and no database of any program that there is.");
	const env = environment({ DATABASE_URL: `file:${text}` });
	const { status, stderr } = spawnSync(
		"sh",
		["bin/container.sh", "admin", "grant", "jane@example.com", "admin"],
		{ cwd: image, encoding: "utf8", env, timeout: COMMAND_MS },
	);
	expect([status, stderr]).toEqual([1, expect.stringMatching(/^.* is no database\. .*\n$/)]);
});

test("an operator gives the first role from within the container", async () => {
	const { email } = await createUser();
	const { status, stdout, stderr } = spawnSync(
		"sh",
		["bin/container.sh", "admin", "grant", email, "super_admin"],
		{ cwd: image, encoding: "utf8", env: environment(), timeout: COMMAND_MS },
	);
	expect([status, stdout, stderr]).toEqual([0, expect.stringContaining(email), ""]);
	expect(await db.user.findUnique({ where: { email } })).toMatchObject({
		adminRole: "super_admin",
	});
});
