type KitValueProps = {
	value: string;
	/** What it is called, to whoever doesn't see it: the id of its heading, and the words of Copy. */
	labelledBy: string;
	name: string;
};

/** A value to select, and with JavaScript to copy. Text browsers show as much as `size` says. */
export function KitValue({ value, labelledBy, name }: KitValueProps) {
	const shared = { readOnly: true, className: "input code", "aria-labelledby": labelledBy };
	return (
		<div className="kit-value">
			{value.includes("\n") ? (
				<textarea {...shared} rows={value.split("\n").length} cols={80} value={value} />
			) : (
				<input {...shared} size={value.length} value={value} />
			)}
			<button type="button" className="button" data-copy={value} aria-label={`Copy ${name}`}>
				Copy
			</button>
		</div>
	);
}
