import { type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { Standing } from "#app/billing/plan.ts";
import { paths } from "#app/paths.ts";
import { Button, ButtonLink } from "#app/ui/button/button.tsx";
import { CloseIcon } from "#app/ui/button/icons.tsx";
import { PlanChooser } from "./plan-chooser.tsx";

type PlanChooserButtonProps = {
	standing: Standing;
	className?: string;
	"aria-label"?: string;
	children: ReactNode;
};

/**
 * A link to /upgrade. With JavaScript, it opens the plan chooser in a dialog instead, which is drawn
 * only then, because a list may have many such buttons.
 */
export function PlanChooserButton({ standing, children, ...props }: PlanChooserButtonProps) {
	const dialog = useRef<HTMLDialogElement>(null);
	const [isOpen, setIsOpen] = useState(false);
	const headingId = useId();

	useEffect(() => {
		if (isOpen) dialog.current?.showModal();
	}, [isOpen]);

	function openDialog(event: MouseEvent) {
		if (event.metaKey || event.ctrlKey || event.shiftKey) return;
		if (!window.HTMLDialogElement?.prototype.showModal) return;
		event.preventDefault();
		setIsOpen(true);
	}

	return (
		<>
			<ButtonLink to={paths.billing.upgrade} onClick={openDialog} {...props}>
				{children}
			</ButtonLink>
			{isOpen && (
				<dialog
					className="dialog"
					ref={dialog}
					onClose={() => setIsOpen(false)}
					aria-labelledby={headingId}
				>
					<div className="dialog-header">
						<h2 id={headingId}>Choose Your Plan</h2>
						<Button
							type="button"
							variant="quiet"
							className="icon-button"
							aria-label="Close"
							onClick={() => dialog.current?.close()}
						>
							<CloseIcon />
						</Button>
					</div>
					<PlanChooser
						standing={standing}
						level={3}
						onSubmit={() => setTimeout(() => dialog.current?.close())}
					/>
				</dialog>
			)}
		</>
	);
}
