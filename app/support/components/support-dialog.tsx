import { useId } from "react";
import { paths } from "#app/paths.ts";
import { RESPONSE_PROMISE } from "#app/support/support-form-rules.ts";
import { Button } from "#app/ui/button/button.tsx";
import { type OpenSupportForm, SupportForm } from "./support-form.tsx";

type SupportDialogProps = {
	/** Null while no form is active; the link to /support is shown then. */
	form: OpenSupportForm | null;
	label?: string;
	/** The class of the button or link that opens the dialog. */
	className?: string;
};

/**
 * Contact Support: a popover with the form, which needs no JavaScript. Browsers without popovers
 * get a link to /support. The browser holds back a message that lacks a field; other errors are
 * shown at /support.
 */
export function SupportDialog({
	form,
	label = "Contact Support",
	className = "",
}: SupportDialogProps) {
	const id = useId();
	const headingId = useId();
	return (
		<>
			<a
				className={`button ${form ? "without-popover" : ""} ${className}`}
				data-variant="secondary"
				href={paths.support}
			>
				{label}
			</a>
			{form && (
				<>
					<Button type="button" className={`with-popover ${className}`} popoverTarget={id}>
						{label}
					</Button>
					<dialog className="dialog" popover="auto" id={id} aria-labelledby={headingId}>
						<div className="dialog-header">
							<div className="stack-s">
								<h2 id={headingId} dir="auto">
									{form.title}
								</h2>
								<p className="muted">{RESPONSE_PROMISE}</p>
							</div>
						</div>
						<SupportForm form={form} isHeldBack>
							<Button type="button" popoverTarget={id} popoverTargetAction="hide">
								Cancel
							</Button>
						</SupportForm>
					</dialog>
				</>
			)}
		</>
	);
}
