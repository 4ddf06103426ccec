/** Names that Windows keeps for devices, with or without an ending. */
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d)$/;

/** A slug as the name of a file or a folder that every system can have. */
export function safeFileName(slug: string): string {
	return DEVICES.test(slug) ? `${slug}-` : slug;
}
