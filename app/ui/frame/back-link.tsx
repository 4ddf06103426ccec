import { Link, type LinkProps } from "react-router";

export function BackLink({ children, ...props }: LinkProps) {
	return (
		<p className="breadcrumb">
			<Link {...props} className="back">
				{children}
			</Link>
		</p>
	);
}
