import fs from "node:fs";
import process from "node:process";

/** No process holds the lock for nearly as long, so a lock this old was left by a crash. */
const LOCK_LIFE_MS = 5_000;
const LOCK_POLL_MS = 2;

/** Thrown when a stand-in's file can't be used. The message says what to do. */
export class FileFault extends Error {
	override name = "FileFault";
}

type Options<T> = {
	/** The stand-in's name for people, such as "the local till". */
	owner: string;
	path: string;
	/** Makes the value from the parsed file, or from {} without a file. Throws if it is invalid. */
	open: (parsed: unknown) => T;
};

/** A stand-in's state in one JSON file, read and written whole. Two processes may share it. */
export class JsonFile<T> {
	readonly #options: Options<T>;

	constructor(options: Options<T>) {
		this.#options = options;
	}

	/** Reads the file as it is now. Throws a FileFault when it can't be read. */
	read(): T {
		const { owner, path, open } = this.#options;
		let text = "{}";
		try {
			text = fs.readFileSync(path, "utf8");
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== "ENOENT") {
				throw new FileFault(
					`The local ${owner} can't read ${path}. Check the permissions of its folder.`,
				);
			}
		}
		try {
			return open(JSON.parse(text));
		} catch {
			throw new FileFault(
				`The local ${owner} can't make sense of ${path}. Delete it, and the ${owner} goes on without it.`,
			);
		}
	}

	/**
	 * Reads the file, changes the value by `work` and stores it whole, under a lock that other
	 * processes respect. Returns what `work` returns. When `work` throws, nothing is changed.
	 */
	change<Result>(work: (value: T) => Result): Result {
		const unlock = this.#lock();
		try {
			const value = this.read();
			const result = work(value);
			this.#write(value);
			return result;
		} finally {
			unlock();
		}
	}

	#write(value: T): void {
		const { path } = this.#options;
		const draft = `${path}.${process.pid}`;
		try {
			fs.writeFileSync(draft, JSON.stringify(value, null, "\t"), { mode: 0o600 });
			fs.renameSync(draft, path);
		} catch (error) {
			throw this.#cantWrite(error);
		}
	}

	/** Waits for the lock beside the file and takes it. Returns the function that releases it. */
	#lock(): () => void {
		const lock = `${this.#options.path}.lock`;
		for (;;) {
			try {
				fs.closeSync(fs.openSync(lock, "wx", 0o600));
				return () => fs.rmSync(lock, { force: true });
			} catch (error) {
				if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw this.#cantWrite(error);
			}
			const takenAt = fs.statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
			if (takenAt !== undefined && Date.now() - takenAt > LOCK_LIFE_MS) {
				fs.rmSync(lock, { force: true });
			} else {
				Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOCK_POLL_MS);
			}
		}
	}

	#cantWrite(error: unknown): FileFault {
		const { owner, path } = this.#options;
		const { code } = error as NodeJS.ErrnoException;
		return new FileFault(
			`The local ${owner} can't write ${path} (${code}). Check the disk and the permissions of its folder.`,
		);
	}
}
