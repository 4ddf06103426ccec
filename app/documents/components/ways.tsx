import { Children, Fragment, type ReactNode } from "react";
import { SHAPE_TYPES, type Shape, shapeAddress } from "#app/http/shapes/shapes.ts";

const NAMES: Record<Shape, string> = { txt: "text", md: "Markdown", json: "JSON", atom: "feed" };

type WaysProps = {
	path: string;
	shapes: readonly Shape[];
	/** Links that stand before the shapes. */
	children?: ReactNode;
};

/** The ways on from a public page, in one line: what else there is, and the page in other shapes. */
export function Ways({ path, shapes, children }: WaysProps) {
	return (
		<p className="ways">
			{Children.map(
				children,
				(way) =>
					way && (
						<>
							{way}
							{" · "}
						</>
					),
			)}
			{"As "}
			{shapes.map((shape, at) => (
				<Fragment key={shape}>
					{at > 0 && ", "}
					<a href={shapeAddress(path, shape)} type={SHAPE_TYPES[shape]}>
						{NAMES[shape]}
					</a>
				</Fragment>
			))}
		</p>
	);
}

/** What programs find the same shapes by, in the head of the page. */
export function ShapeLinks({ path, shapes }: Pick<WaysProps, "path" | "shapes">) {
	return shapes.map((shape) => (
		<link
			key={shape}
			rel="alternate"
			type={SHAPE_TYPES[shape]}
			title={NAMES[shape]}
			href={shapeAddress(path, shape)}
		/>
	));
}
