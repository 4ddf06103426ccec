type EnterButtonProps = {
	label: string;
	/** The intent of the button that it stands for, if that has one. */
	value?: string;
};

/** The hidden button that Enter in a field presses, in a form with other buttons before its own. */
export function EnterButton({ label, value }: EnterButtonProps) {
	return (
		<button
			type="submit"
			name={value && "intent"}
			value={value}
			className="visually-hidden"
			tabIndex={-1}
			aria-hidden="true"
		>
			{label}
		</button>
	);
}
