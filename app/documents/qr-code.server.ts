import { encode } from "uqr";

/** Where a QR code is dark, as the path of an SVG in which each module is one unit wide. */
export type QrCode = { size: number; path: string };

/** Returns the QR code of an address. */
export function qrCodeOf(address: string): QrCode {
	const { size, data } = encode(address, { ecc: "M", border: 0 });
	const rows = data.map((row, y) =>
		row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")).join(""),
	);
	return { size, path: rows.join("") };
}
