import { data } from "react-router";
import { findMail } from "#app/platform/mail/outbox.server.ts";
import { NarrowShell } from "#app/ui/frame/page-shell.tsx";
import type { Route } from "./+types/mail";

export function meta({ loaderData }: Route.MetaArgs) {
	return [{ title: `${loaderData?.mail.subject ?? "Mail"} · Local mailbox` }];
}

export async function loader({ params }: Route.LoaderArgs) {
	const mail = await findMail(params.mailId);
	if (!mail) throw data(null, { status: 404 });
	return { mail };
}

export default function Mail({ loaderData }: Route.ComponentProps) {
	const { mail } = loaderData;
	return (
		<NarrowShell title={mail.subject} intro={`To ${mail.to}`}>
			<p className="mail-text">{linkify(mail.text)}</p>
			<p>
				<a href="/local/mailbox">Back to the mailbox</a>
			</p>
		</NarrowShell>
	);
}

function linkify(text: string) {
	return text.split(/(https?:\/\/\S+)/).map((part) =>
		part.startsWith("http") ? (
			<a key={part} href={part}>
				{part}
			</a>
		) : (
			part
		),
	);
}
