import type { QrCode } from "#app/documents/qr-code.server.ts";

const STORES = [
	{
		name: "App Store Connect",
		steps: ["Apps", "Your app", "App Privacy", "Privacy Policy", "Edit", "Privacy Policy URL"],
	},
	{
		name: "Google Play Console",
		steps: ["Your app", "Policy and programs", "App content", "Privacy policy", "Start"],
	},
];

/** Says where the stores ask for the address of a privacy policy, and of other documents. */
export function WhereToPaste() {
	return (
		<section className="stack-s" aria-labelledby="where-to-paste">
			<h2 id="where-to-paste">Where to paste it</h2>
			<p>The stores ask for the address of a privacy policy:</p>
			<dl className="store-steps">
				{STORES.map(({ name, steps }) => (
					<div key={name}>
						<dt>{name}</dt>
						<dd>{steps.join(" → ")}</dd>
					</div>
				))}
			</dl>
			<p className="muted small">
				Neither store has a field for terms. Link to them in the description and in the app. A
				licence of your own goes into App Store Connect as text, under App Information → License
				Agreement.
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
