import type { ReactNode } from "react";
import type { CheckedFormState } from "#app/ui/field/error-summary.tsx";
import { Confirmation } from "#app/ui/frame/confirmation.tsx";
import type { ShownRequest } from "../requests/read-request.server.ts";
import { describeClosed, describeScope } from "../requests/request.ts";
import { Day } from "./day.tsx";

type AnswerPageProps = {
	title: string;
	label: string;
	isDangerous?: boolean;
	request: ShownRequest & { email: string | null; mayAnswer: boolean; back: string };
	form: CheckedFormState;
	fields: ReactNode;
	/** What the answer means. */
	children: ReactNode;
};

/** Asks for the owner's answer to a deletion request, or says why there can be none any more. */
export function AnswerPage({ request, title, label, fields, children, ...page }: AnswerPageProps) {
	const { number, email, askedAt, dueAt, outcome, mayAnswer, back } = request;
	return (
		<Confirmation
			{...page}
			title={title}
			label={mayAnswer ? label : null}
			cancelTo={back}
			hidden={{ shown: outcome }}
			fields={mayAnswer && fields}
		>
			<p>
				Request no. {number}
				{email && ` of ${email}`}, asked for on <Day at={askedAt} />, to be done by{" "}
				<Day at={dueAt} />: delete {describeScope(request)}.
			</p>
			{outcome !== "" && <p>It {describeClosed(request)}.</p>}
			{mayAnswer
				? children
				: outcome === "refused" && <p>What the person wrote is erased, and the address with it.</p>}
		</Confirmation>
	);
}
