import { Form } from "react-router";
import { formatShortDate } from "~/lib/time";
import { Badge } from "./badge";
import { Button } from "./button";

type ListedSession = {
	id: string;
	/** What the browser is, in words. */
	browser: string;
	createdAt: Date;
	lastUsedAt: Date;
	isCurrent: boolean;
};

/** The browsers that are signed in, with a button that ends each but this one. */
export function SessionList({ sessions }: { sessions: ListedSession[] }) {
	return (
		<>
			<ul className="item-list">
				{sessions.map((session) => (
					<SessionItem key={session.id} session={session} />
				))}
			</ul>
			{sessions.length > 1 && (
				<Form method="post" action="/settings/sessions">
					<Button name="session" value="others">
						Sign out all other browsers
					</Button>
				</Form>
			)}
		</>
	);
}

function SessionItem({ session }: { session: ListedSession }) {
	const { id, browser, createdAt, lastUsedAt, isCurrent } = session;
	return (
		<li>
			<span className="item-title">
				{browser} {isCurrent && <Badge tone="info">This browser</Badge>}
			</span>
			<div className="item-side">
				<span className="item-meta">
					Signed in <Day date={createdAt} /> · last used <Day date={lastUsedAt} />
				</span>
				{!isCurrent && (
					<Form method="post" action="/settings/sessions">
						<button
							className="link-button danger-link"
							type="submit"
							name="session"
							value={id}
							aria-label={`Sign out ${browser}, signed in ${formatShortDate(createdAt)}`}
						>
							Sign out
						</button>
					</Form>
				)}
			</div>
		</li>
	);
}

function Day({ date }: { date: Date }) {
	return <time dateTime={date.toISOString()}>{formatShortDate(date)}</time>;
}
