import type { KitUses } from "#app/store-kit/kit-uses.server.ts";

/** Says which fields of the stores have the address that is about to die (product.md, rule 63). */
export function InStoreKit({ uses }: { uses: KitUses | null }) {
	if (!uses) return null;
	return (
		<div className="banner" data-tone="danger">
			<div className="stack-s">
				<p>{uses.sentence}</p>
				<ul className="small kit-uses">
					{uses.fields.map((field) => (
						<li key={field}>{field}</li>
					))}
				</ul>
			</div>
		</div>
	);
}
