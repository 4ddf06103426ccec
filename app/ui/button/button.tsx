import type { ComponentProps } from "react";
import { Link, type LinkProps } from "react-router";
import { inProgress } from "./in-progress.ts";
import { useBusy } from "./use-busy.ts";

export type ButtonVariant = "primary" | "secondary" | "danger" | "quiet";

type ButtonProps = Omit<ComponentProps<"button">, "ref"> & { variant?: ButtonVariant };

/** A button. While the form that it sent is under way, it says so: "Publish" becomes "Publishing…". */
export function Button({ variant = "secondary", className, children, ...props }: ButtonProps) {
	const [button, isBusy] = useBusy();
	return (
		<button
			type="submit"
			{...props}
			ref={button}
			className={buttonClass(className)}
			data-variant={variant}
			aria-busy={isBusy || undefined}
		>
			{isBusy && typeof children === "string" ? inProgress(children) : children}
		</button>
	);
}

type ButtonLinkProps = LinkProps & { variant?: ButtonVariant };

export function ButtonLink({ variant = "secondary", className, ...props }: ButtonLinkProps) {
	return <Link {...props} className={buttonClass(className)} data-variant={variant} />;
}

type ButtonAnchorProps = ComponentProps<"a"> & { variant?: ButtonVariant };

/** A link styled as a button, for pages without scripts and for full page loads. */
export function ButtonAnchor({ variant = "secondary", className, ...props }: ButtonAnchorProps) {
	return <a {...props} className={buttonClass(className)} data-variant={variant} />;
}

function buttonClass(className?: string) {
	return className ? `button ${className}` : "button";
}
