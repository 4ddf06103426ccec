import fs from "node:fs";
import path from "node:path";

export type FakeMount = ReturnType<typeof fakeMount>;

/**
 * Writes plain files beside a database that imitate LiteFS's, so that a test decides which role a
 * process takes. At first it is the primary.
 */
export function fakeMount(databaseFile: string) {
	const folder = path.dirname(databaseFile);
	const primaryFile = path.join(folder, ".primary");

	/** Replaces a file in one step, as LiteFS does. */
	function write(file: string, text: string): void {
		fs.writeFileSync(`${file}.new`, text);
		fs.renameSync(`${file}.new`, file);
	}

	function setLag(ms: number): void {
		const digits = String(Math.abs(ms)).padStart(9, "0");
		write(path.join(folder, ".lag"), `${ms < 0 ? "-" : "+"}${digits}\n`);
	}

	function setPosition(txid: number): void {
		const hex = txid.toString(16).padStart(16, "0");
		write(`${databaseFile}-pos`, `${hex}/ce552e44f23fbbdd\n`);
	}

	function bePrimary(): void {
		fs.rmSync(primaryFile, { force: true });
		setLag(0);
	}

	bePrimary();
	setPosition(1);
	return {
		folder,
		setLag,
		setPosition,
		bePrimary,
		beReplicaOf: (primary: string) => {
			setLag(500);
			write(primaryFile, `${primary}\n`);
		},
		beCutOff: (lagMs: number) => {
			setLag(lagMs);
			fs.rmSync(primaryFile, { force: true });
		},
	};
}
