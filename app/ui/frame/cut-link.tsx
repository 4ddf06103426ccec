import { VisitorMessage, WayHome } from "./visitor-shell.tsx";

/** The page for a mailed link without its id or its token. */
export function CutLink({ title }: { title: string }) {
	return (
		<VisitorMessage
			title={title}
			text="A part of the link is missing: some mail programs cut long links. Please open it from the mail again, or copy it whole."
		>
			<WayHome />
		</VisitorMessage>
	);
}
