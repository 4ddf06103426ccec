import { type ReactNode, useEffect, useRef } from "react";
import { Form, Link } from "react-router";
import { Button } from "#app/ui/button/button.tsx";
import { HiddenFields } from "./hidden-fields.tsx";

type SearchBoxProps = {
	label: string;
	/** A shorter text than the label, if that is too long for a phone. */
	placeholder?: string;
	query: string;
	/** The address of the list without a search. */
	clearTo: string;
	/** Other parameters that the address must keep. */
	hidden?: Record<string, string>;
	/** Whether the list is narrowed by more than the search. */
	isNarrowed?: boolean;
	/** Further fields, such as filters. */
	children?: ReactNode;
};

export function SearchBox({
	label,
	placeholder = label,
	query,
	clearTo,
	hidden = {},
	isNarrowed = false,
	children,
}: SearchBoxProps) {
	return (
		<Form method="get" role="search" className={children ? "search search-filters" : "search"}>
			<label htmlFor="q" className="visually-hidden">
				{label}
			</label>
			<HiddenFields values={hidden} />
			<input
				className="input"
				type="search"
				id="q"
				name="q"
				ref={useShownQuery(query)}
				defaultValue={query}
				placeholder={placeholder}
			/>
			<Button>Search</Button>
			{(query || isNarrowed) && <Link to={clearTo}>Clear</Link>}
			{children}
		</Form>
	);
}

/**
 * Returns the box's ref, which shows the list's query again when that changes, by the way back or by
 * "Clear". What is typed while a search loads stays.
 */
function useShownQuery(query: string) {
	const box = useRef<HTMLInputElement>(null);
	const before = useRef(query);
	useEffect(() => {
		const input = box.current;
		const isTyping = input === document.activeElement && input?.value !== before.current;
		if (input && query !== before.current && !isTyping) input.value = query;
		before.current = query;
	}, [query]);
	return box;
}
