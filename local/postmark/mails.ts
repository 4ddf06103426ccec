import crypto from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { FileFault, JsonFile } from "../json-file.ts";

const KEEP_MAILS = 100;
const ID = /^\d{16}-[0-9a-f-]{36}$/;

export type Mail = {
	at: string;
	from?: string;
	to: string;
	subject: string;
	text: string;
	html: string;
	/** What mails of before have not. */
	replyTo?: string;
	stream?: string;
	headers?: { Name: string; Value: string }[];
};

/** The newest hundred mails, each in a file of its own. Processes may share the folder. */
export class Mails {
	readonly #folder: string;
	#newest = 0;

	constructor(folder: string) {
		this.#folder = folder;
	}

	/** Keeps a mail and returns its id. Throws a FileFault when it can't be written. */
	keep(mail: Mail): string {
		this.#newest = Math.max(this.#newest + 1, Date.now() * 1_000);
		const id = `${this.#newest}-${crypto.randomUUID()}`;
		try {
			fs.mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
		} catch {
			throw new FileFault(`The local mailbox can't make the folder ${this.#folder}.`);
		}
		this.#fileOf(id).change((stored) => Object.assign(stored, mail));
		for (const old of this.ids().slice(KEEP_MAILS)) {
			fs.rmSync(this.#pathOf(old), { force: true });
		}
		return id;
	}

	/** The mails' ids, newest first. */
	ids(): string[] {
		if (!fs.existsSync(this.#folder)) return [];
		return fs
			.readdirSync(this.#folder)
			.filter((name) => name.endsWith(".json"))
			.map((name) => path.parse(name).name)
			.sort()
			.reverse();
	}

	/** Returns a mail, or null if it isn't kept. Throws a FileFault when its file is broken. */
	read(id: string): Mail | null {
		const mail = ID.test(id) ? this.#fileOf(id).read() : {};
		return "subject" in mail ? (mail as Mail) : null;
	}

	#fileOf(id: string): JsonFile<object> {
		return new JsonFile({ owner: "mailbox", path: this.#pathOf(id), open: Object });
	}

	#pathOf(id: string): string {
		return path.join(this.#folder, `${id}.json`);
	}
}
