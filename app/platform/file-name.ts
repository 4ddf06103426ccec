/** Names that Windows reserves for devices, with or without an extension. */
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d)$/;

/** Returns a slug as a file or folder name that every system accepts. */
export function safeFileName(slug: string): string {
	return DEVICES.test(slug) ? `${slug}-` : slug;
}
