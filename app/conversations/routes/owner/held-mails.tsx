import { Form, redirect } from "react-router";
import { answererContext } from "#app/conversations/middleware.ts";
import { READ } from "#app/conversations/submission-rules.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { readForm, unknownButton } from "#app/http/form.server.ts";
import { HeldMailText, senderOf } from "#app/inbound-mail/components/held-mail.tsx";
import { DECIDED, type Decision, decisionsFor, isDecision } from "#app/inbound-mail/decisions.ts";
import {
	accessToHeld,
	decideHeld,
	type HeldAccess,
	listHeld,
	readOutcome,
} from "#app/inbound-mail/held-mail.server.ts";
import { paths } from "#app/paths.ts";
import { Button } from "#app/ui/button/button.tsx";
import { HiddenFields } from "#app/ui/field/hidden-fields.tsx";
import { Page } from "#app/ui/frame/page.tsx";
import { Card } from "#app/ui/list/card.tsx";
import { carriesDraft, draftIn } from "../draft.ts";
import type { Route } from "./+types/held-mails";

export async function loader({ context }: Route.LoaderArgs) {
	const access = accessToHeld(context.get(answererContext));
	return { isOwner: access !== null, mails: access ? await listHeld(access) : [] };
}

/**
 * Adds a mail or throws it away. Without scripts, the way here posts the reply that is being typed;
 * the buttons post it on.
 */
export async function action({ request, context, params, url }: Route.ActionArgs) {
	const formData = await readForm(request);
	const decision = formData.get("decision");
	if (decision === null && formData.get("intent") === READ) {
		if (!carriesDraft(formData)) throw redirect(url.pathname, 303);
		return { draft: draftIn(formData) };
	}
	if (!isDecision(decision)) throw unknownButton();
	const access = accessToHeld(context.get(answererContext));
	const status = carriesDraft(formData) ? 307 : 303;
	const thread = paths.conversation.thread(params);
	throw await redirectWithFlash(thread, await decide(access, formData, decision), status);
}

async function decide(access: HeldAccess | null, formData: FormData, decision: Decision) {
	if (!access) return { tone: "error", text: ONLY_OWNER } as const;
	const id = String(formData.get("mail") ?? "");
	await decideHeld(access, id, decision);
	const outcome = await readOutcome(access, id);
	return DECIDED[outcome ?? ""] ?? "That mail is not held any more.";
}

const ONLY_OWNER = "Only the owner can say which of these mails are theirs.";

export default function HeldMails({ loaderData, actionData, params }: Route.ComponentProps) {
	const { isOwner, mails } = loaderData;
	const draft = actionData?.draft;
	return (
		<Page
			title="Was this you?"
			intro={
				isOwner
					? "We could not prove that you wrote these mails, so nobody has seen them. What you leave alone is gone in a week."
					: ONLY_OWNER
			}
			back={
				draft === undefined
					? { to: paths.conversation.thread(params), label: "Conversation" }
					: undefined
			}
			isNarrow
		>
			{isOwner && mails.length === 0 && <p>No mail is held for you.</p>}
			{mails.map((mail) => (
				<Card key={mail.id} title={<bdi>{senderOf(mail)}</bdi>}>
					<HeldMailText mail={mail} />
					<Form method="post" className="cluster">
						<HiddenFields
							values={{
								mail: mail.id,
								...(draft !== undefined && { message: draft, intent: READ }),
							}}
						/>
						{decisionsFor(mail).map(({ value, label }, at) => (
							<Button
								key={value}
								variant={at === 0 ? "primary" : "secondary"}
								name="decision"
								value={value}
							>
								{label}
							</Button>
						))}
					</Form>
				</Card>
			))}
		</Page>
	);
}
