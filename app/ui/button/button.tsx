import type { ComponentProps } from "react";
import { Link, type LinkProps } from "react-router";

export type ButtonVariant = "primary" | "secondary" | "danger" | "quiet";

type ButtonProps = ComponentProps<"button"> & { variant?: ButtonVariant };

export function Button({ variant = "secondary", className, ...props }: ButtonProps) {
	return (
		<button type="submit" {...props} className={buttonClass(className)} data-variant={variant} />
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
