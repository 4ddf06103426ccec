import { Link } from "react-router";

/** How a screen reader says each link, before the item's title. */
const SPOKEN = {
	Edit: "Edit",
	Continue: "Continue",
	Submissions: "Submissions of",
	Delete: "Delete",
	Discard: "Discard",
};

type LinkName = keyof typeof SPOKEN;

type ItemLinksProps = {
	/** The title of the document or the form. */
	title: string;
	/** Where each link leads, in this order. */
	links: Partial<Record<LinkName, string>>;
};

/** What an owner can do with a document or a form in a list. */
export function ItemLinks({ title, links }: ItemLinksProps) {
	return Object.entries(links).map(([name, to]) => (
		<Link
			key={name}
			to={to}
			className={name === "Delete" || name === "Discard" ? "quiet-link" : undefined}
			aria-label={`${SPOKEN[name as LinkName]} ${title}`}
		>
			{name}
		</Link>
	));
}
