import type { ReactNode } from "react";
import { Form } from "react-router";
import { toPage } from "#app/http/query.ts";
import { formatDateTime } from "#app/platform/time.ts";
import { Button } from "#app/ui/button/button.tsx";
import { Page } from "#app/ui/frame/page.tsx";
import { EmptyState } from "./empty-state.tsx";
import { Pages } from "./pages.tsx";

type DeletedItem = {
	id: string;
	title: string;
	deletedAt: Date | null;
	/** What else there is to say of it. */
	note?: ReactNode;
};

type DeletedListProps = {
	/** The window's title. */
	title: string;
	intro: string;
	back: { to: string; label: string };
	items: DeletedItem[];
	page: number;
	hasMore: boolean;
	empty: string;
};

/** What was deleted lately. Each has a button that posts its `id`, to bring it back. */
export function DeletedList(props: DeletedListProps) {
	const { title, intro, back, items, page, hasMore, empty } = props;
	return (
		<Page title={title} heading="Recently deleted" intro={intro} back={back}>
			{items.length === 0 ? (
				<EmptyState title="Nothing here" text={empty} />
			) : (
				<ul className="item-list">
					{items.map((item) => (
						<li key={item.id}>
							<strong className="item-title" dir="auto">
								{item.title}
							</strong>
							<div className="item-side">
								{item.deletedAt && (
									<time className="item-meta" dateTime={item.deletedAt.toISOString()}>
										Deleted {formatDateTime(item.deletedAt)}
									</time>
								)}
								<Form method="post">
									<input type="hidden" name="id" value={item.id} />
									<Button className="button-s" aria-label={`Restore ${item.title}`}>
										Restore
									</Button>
								</Form>
							</div>
							{item.note && <span className="item-text">{item.note}</span>}
						</li>
					))}
				</ul>
			)}
			<Pages page={page} hasMore={hasMore} to={toPage} />
		</Page>
	);
}
