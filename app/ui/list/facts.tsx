import { Fragment, type ReactNode } from "react";

/** False and null are left out of the list. */
export type Fact = [name: string, value: ReactNode, className?: "mono"] | false | null;

/** A list of names and values. */
export function Facts({ facts }: { facts: Fact[] }) {
	return (
		<dl className="facts">
			{facts
				.filter((fact) => fact !== false && fact !== null)
				.map(([name, value, className]) => (
					<Fragment key={name}>
						<dt>{name}</dt>
						<dd className={className} dir="auto">
							{value}
						</dd>
					</Fragment>
				))}
		</dl>
	);
}
