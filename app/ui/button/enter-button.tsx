/** What Enter in a field does, in a form whose other buttons come first. Nobody sees it. */
export function EnterButton({ label }: { label: string }) {
	return (
		<button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true">
			{label}
		</button>
	);
}
