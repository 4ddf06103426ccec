import type { ReactNode } from "react";
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

type SessionListProps = {
	sessions: ListedSession[];
	/** Whether the present session was just opened. Later, a page asks for the password first. */
	isFresh: boolean;
};

/** The signed-in browsers, with buttons that sign them out. */
export function SessionList({ sessions, isFresh }: SessionListProps) {
	return (
		<>
			<ul className="item-list">
				{sessions.map((session) => (
					<SessionItem key={session.id} session={session} isFresh={isFresh} />
				))}
			</ul>
			<div className="cluster">
				<form method="post" action={paths.auth.signOut}>
					<Button>Sign Out</Button>
				</form>
				{sessions.length > 1 && (
					<EndForm session="others" isFresh={isFresh}>
						<Button>Sign out all other browsers</Button>
					</EndForm>
				)}
			</div>
		</>
	);
}

function SessionItem({ session, isFresh }: { session: ListedSession; isFresh: boolean }) {
	const { id, browser, createdAt, lastUsedAt, isCurrent } = session;
	return (
		<li>
			<span className="item-title">
				{browser} {isCurrent && <Badge tone="info">This browser</Badge>}
			</span>
			{!isCurrent && (
				<div className="item-side">
					<EndForm session={id} isFresh={isFresh}>
						<button
							className="link-button danger-link"
							type="submit"
							aria-label={`Sign out ${browser}, signed in ${formatShortDate(createdAt)}`}
						>
							Sign out
						</button>
					</EndForm>
				</div>
			)}
			<p className="item-text">
				Signed in <Day date={createdAt} /> · last used <Day date={lastUsedAt} />
			</p>
		</li>
	);
}

type EndFormProps = { session: string; isFresh: boolean; children: ReactNode };

/** Ends a session, or opens the page that asks for the password. */
function EndForm({ session, isFresh, children }: EndFormProps) {
	const address = `${paths.account.sessions}?${new URLSearchParams({ session })}`;
	return (
		<Form method={isFresh ? "post" : "get"} action={address}>
			<input type="hidden" name="session" value={session} />
			{children}
		</Form>
	);
}

function Day({ date }: { date: Date }) {
	return (
		<time className="nowrap" dateTime={date.toISOString()}>
			{formatShortDate(date)}
		</time>
	);
}
