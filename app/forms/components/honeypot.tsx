import { CONTROL } from "#app/forms/visitor-form.ts";

/** Away from sight, keyboard and screen readers; what fills it in is no person. */
export function Honeypot({ className }: { className: "away" | "visually-hidden" }) {
	return (
		<div className={className} aria-hidden="true">
			<label htmlFor={CONTROL.honeypot}>Leave this empty</label>
			<input id={CONTROL.honeypot} name={CONTROL.honeypot} tabIndex={-1} autoComplete="off" />
		</div>
	);
}
