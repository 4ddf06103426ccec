import { Link } from "react-router";
import type { QrCode } from "#app/documents/qr-code.server.ts";

type WhereToPasteProps = {
	/** The fields of the stores that take it, each with the pages that lead there. */
	fields: { name: string; place: readonly string[] }[];
	/** Where everything else stands that the stores ask for. */
	kit: string;
};

/** Says in which fields of the stores a document belongs, and where the rest is. */
export function WhereToPaste({ fields, kit }: WhereToPasteProps) {
	return (
		<section className="stack-s" aria-labelledby="where-to-paste">
			<h2 id="where-to-paste">Where to paste it</h2>
			{fields.length > 0 ? (
				<dl className="store-steps">
					{fields.map(({ name, place: [store, ...steps] }) => (
						<div key={store + name}>
							<dt>{store}</dt>
							<dd>{[...steps, name].join(" → ")}</dd>
						</div>
					))}
				</dl>
			) : (
				<p>No field of a store asks for a document like this one. Link to it in the app.</p>
			)}
			<p>
				<Link to={kit}>The store kit</Link> has everything else that the stores ask for, ready to
				paste.
			</p>
		</section>
	);
}

/** Modules of white around a code, without which readers may not find it. */
const QUIET = 4;
const PIXELS_A_MODULE = 5;

/** An address to open with a phone's camera. It is dark on white in both colour schemes. */
export function QrImage({ size, path }: QrCode) {
	const side = size + 2 * QUIET;
	return (
		<figure className="qr-code">
			<svg
				width={side * PIXELS_A_MODULE}
				height={side * PIXELS_A_MODULE}
				viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`}
				shapeRendering="crispEdges"
				role="img"
				aria-label="QR code of the address"
			>
				<rect x={-QUIET} y={-QUIET} width={side} height={side} fill="#fff" />
				<path d={path} fill="#000" />
			</svg>
			<figcaption className="muted small">Scan it to see the page on your phone.</figcaption>
		</figure>
	);
}
