import zlib from "node:zlib";

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const STORED = 0;

/**
 * Reads the files of a ZIP by path, as an unpacker does: from the directory at its end (PKWARE
 * APPNOTE, section 4.3). Throws when an entry isn't where the directory says, or when its checksum
 * is wrong.
 */
export function readZip(zip: Buffer): Map<string, string> {
	const end = zip.length - 22;
	if (zip.readUInt32LE(end) !== END) throw new Error("The end is not the end of a ZIP");
	const files = new Map<string, string>();
	let at = zip.readUInt32LE(end + 16);
	for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
		if (zip.readUInt32LE(at) !== CENTRAL) throw new Error("The directory is broken");
		const [crc, size] = [zip.readUInt32LE(at + 16), zip.readUInt32LE(at + 24)];
		const nameLength = zip.readUInt16LE(at + 28);
		const name = zip.toString("utf8", at + 46, at + 46 + nameLength);
		if (zip.readUInt16LE(at + 10) !== STORED) throw new Error(`${name} is compressed`);
		const local = zip.readUInt32LE(at + 42);
		if (zip.readUInt32LE(local) !== LOCAL) throw new Error(`${name} is not where it should be`);
		const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
		const bytes = zip.subarray(start, start + size);
		if (zlib.crc32(bytes) !== crc) throw new Error(`${name} is damaged`);
		if (files.has(name)) throw new Error(`${name} is there twice`);
		files.set(name, bytes.toString("utf8"));
		at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
	}
	return files;
}
