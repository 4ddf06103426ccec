const ADDRESS = /^[^\s@<>"(),:;[\]\\]+@[^\s@<>"(),:;[\]\\]+$/;

/** Returns the address of a mail's one author in lower case; "" if there are none or several. */
export function authorOf(addresses: readonly string[]): string {
	const [author = "", ...others] = new Set(addresses.map((one) => one.trim().toLowerCase()));
	return others.length === 0 && ADDRESS.test(author) ? author : "";
}
