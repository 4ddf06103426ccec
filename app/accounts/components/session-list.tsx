import { Form } from "react-router";
import { paths } from "#app/paths.ts";
import { formatShortDate } from "#app/platform/time.ts";
import { Button } from "#app/ui/button/button.tsx";
import { Badge } from "#app/ui/list/badge.tsx";

type ListedSession = {
	id: string;
	/** The browser's name in words. */
	browser: string;
	createdAt: Date;
	lastUsedAt: Date;
	isCurrent: boolean;
};

/** The signed-in browsers, with buttons that sign them out. */
export function SessionList({ sessions }: { sessions: ListedSession[] }) {
	return (
		<>
			<ul className="item-list">
				{sessions.map((session) => (
					<SessionItem key={session.id} session={session} />
				))}
			</ul>
			<div className="cluster">
				<form method="post" action={paths.auth.signOut}>
					<Button>Sign Out</Button>
				</form>
				{sessions.length > 1 && (
					<Form method="post" action={paths.account.sessions}>
						<Button name="session" value="others">
							Sign out all other browsers
						</Button>
					</Form>
				)}
			</div>
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
			{!isCurrent && (
				<div className="item-side">
					<Form method="post" action={paths.account.sessions}>
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
				</div>
			)}
			<p className="item-text">
				Signed in <Day date={createdAt} /> · last used <Day date={lastUsedAt} />
			</p>
		</li>
	);
}

function Day({ date }: { date: Date }) {
	return (
		<time className="nowrap" dateTime={date.toISOString()}>
			{formatShortDate(date)}
		</time>
	);
}
