import { LinkedText } from "#app/ui/link/linked-text.tsx";
import { MailAddress } from "#app/ui/link/mail-address.tsx";
import type { ShownRequest } from "../requests/read-request.server.ts";
import { Day } from "./day.tsx";

/** How a request stands, for whoever sent it. It says nothing of what the person wrote. */
export function RequestDays({ request }: { request: ShownRequest }) {
	const { askedAt, dueAt, closedAt, erasedAt, isLate } = request;
	return (
		<>
			<p>
				Asked for on <Day at={askedAt} />.{" "}
				{closedAt ? (
					<Ending request={request} closedAt={closedAt} />
				) : (
					<strong>
						To be done by <Day at={dueAt} />.
					</strong>
				)}
			</p>
			{request.outcome === "refused" && request.reason && (
				<blockquote className="typed" dir="auto">
					<LinkedText text={request.reason} />
				</blockquote>
			)}
			{isLate && <p>The day has passed without an answer.</p>}
			{(isLate || request.outcome === "refused") && <Further request={request} />}
			{erasedAt && (
				<p>
					What was written with the request is erased on <Day at={erasedAt} />.
				</p>
			)}
		</>
	);
}

function Ending({ request, closedAt }: { request: ShownRequest; closedAt: Date }) {
	const on = <Day at={closedAt} />;
	switch (request.outcome) {
		case "done":
			return <strong>Done on {on}.</strong>;
		case "refused":
			return (
				<strong>
					Refused on {on}
					{request.reason ? ":" : "."}
				</strong>
			);
		case "taken_back":
			return <strong>Taken back on {on}.</strong>;
		default:
			return <strong>Ended on {on}, because the app was taken down by its developer.</strong>;
	}
}

/** Whom else one can ask. */
function Further({ request: { appName, contactEmail } }: { request: ShownRequest }) {
	if (!contactEmail) {
		return <p>In many countries, you can turn to a data protection authority.</p>;
	}
	return (
		<p>
			You can write to {appName} at <MailAddress email={contactEmail} />, and in many countries to a
			data protection authority.
		</p>
	);
}
