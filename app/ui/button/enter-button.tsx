/** The hidden button that Enter in a field presses, in a form with other buttons before its own. */
export function EnterButton({ label }: { label: string }) {
	return (
		<button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true">
			{label}
		</button>
	);
}
