type LinkButtonProps = {
	action: string;
	link: { id: string; token: string } | null;
	label: string;
};

/** The button of a page that a mailed link opens. Only its post changes anything. */
export function LinkButton({ action, link, label }: LinkButtonProps) {
	return (
		<form method="post" action={action}>
			<input type="hidden" name="id" value={link?.id ?? ""} />
			<input type="hidden" name="token" value={link?.token ?? ""} />
			<p>
				<button type="submit">{label}</button>
			</p>
		</form>
	);
}
