type ProgressProps = { value: number; max: number; label: string };

export function Progress({ value, max, label }: ProgressProps) {
	return (
		<label className="progress">
			<span>{label}</span>
			<progress value={value} max={max} />
		</label>
	);
}
