import { useState } from "react";
import { RESOLVE } from "#app/conversations/submission-rules.ts";
import type { Reply } from "#app/http/reply.ts";
import { Button } from "#app/ui/button/button.tsx";
import { CheckedForm } from "#app/ui/field/checked-form.tsx";
import { TextareaField } from "#app/ui/field/field.tsx";
import { HiddenFields } from "#app/ui/field/hidden-fields.tsx";
import { useKeptForm } from "#app/ui/field/use-kept-form.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { sendByCtrlEnter } from "./send-by-ctrl-enter.ts";

/** The id of the form with the box. */
export const REPLY_BOX = "reply";

type ReplyBoxProps = {
	/** Whom the reply goes to. */
	visitor: string;
	reply?: Reply;
	requestId: string;
	/** Focuses the box, as after sending. */
	isFocused: boolean;
};

/** Where an owner writes to the visitor. */
export function ReplyBox({ visitor, reply, isFocused, ...props }: ReplyBoxProps) {
	const [requestId] = useState(props.requestId);
	const isHydrated = useHydrated();
	const { form, fields, hidden } = useKeptForm<{ message: string; request_id: string }>({
		id: REPLY_BOX,
		lastResult: reply?.result,
		hidden: { request_id: requestId },
	});
	return (
		<CheckedForm form={form} preventScrollReset>
			<HiddenFields values={hidden} />
			<TextareaField
				field={fields.message}
				label="Your reply"
				placeholder={`Reply to ${visitor}`}
				rows={3}
				dir="auto"
				autoFocus={isFocused}
				onKeyDown={sendByCtrlEnter}
			/>
			<div className="cluster">
				<Button variant="primary">Send reply</Button>
				<Button name="intent" value={RESOLVE}>
					Send and resolve
				</Button>
				{isHydrated && <span className="hint wide-only">Ctrl+Enter sends</span>}
			</div>
		</CheckedForm>
	);
}
