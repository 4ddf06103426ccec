import { VisitorMessage, WayHome } from "#app/ui/frame/visitor-shell.tsx";

/** No search engine lists the page. That nothing stores it is the default. */
export function PRIVATE_STATUS() {
	return { "X-Robots-Tag": "noindex" };
}

/** The page of an address that shows no request, or one that is no longer kept. */
export function GoneRequest({ isCut }: { isCut: boolean }) {
	return isCut ? (
		<VisitorMessage
			title="Deletion request not found"
			text="A part of the address is missing or was changed: some mail programs cut long links. Please open it from the mail again, or copy it whole."
		>
			<WayHome />
		</VisitorMessage>
	) : (
		<VisitorMessage
			title="This request is no longer kept"
			text="It was closed two years ago, or the developer of the app has closed their account since. If that happened before an answer, you got a mail about it."
		>
			<WayHome />
		</VisitorMessage>
	);
}
