import fs from "node:fs";
import path from "node:path";

export type FakeMount = ReturnType<typeof fakeMount>;

/**
 * Plain files beside a database that say what LiteFS's say, so that a process over them believes
 * what a test decides. The primary's at first.
 */
export function fakeMount(databaseFile: string) {
	const folder = path.dirname(databaseFile);
	const primaryFile = path.join(folder, ".primary");

	/** Whole at every moment, as LiteFS's are. */
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
