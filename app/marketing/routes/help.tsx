import { Form } from "react-router";
import { optionalUserContext } from "#app/accounts/middleware.ts";
import { publicUrl } from "#app/addresses/address.server.ts";
import type { PageHandle } from "#app/http/page-handle.ts";
import { pageMeta } from "#app/http/page-meta.ts";
import { type FaqEntry, markMatches, searchFaq, searchText } from "#app/marketing/faq.ts";
import { paths } from "#app/paths.ts";
import { env } from "#app/platform/env/env.server.ts";
import { SupportDialog } from "#app/support/components/support-dialog.tsx";
import { readActiveSupportForm } from "#app/support/support-form.server.ts";
import { Button, ButtonLink } from "#app/ui/button/button.tsx";
import { ExternalLink } from "#app/ui/link/external-link.tsx";
import { Card } from "#app/ui/list/card.tsx";
import type { Route } from "./+types/help";

const DESCRIPTION =
	"Answers about addresses, plans, Markdown, support forms, deleting and exporting, and a way to reach us.";

export const handle: PageHandle = { kept: "site", selfScripted: true };

export function meta({ loaderData }: Route.MetaArgs) {
	const { search, entries, url } = loaderData;
	const title = search ? `${resultOf(search, entries)} · Help · Smallprint` : "Help · Smallprint";
	return pageMeta({ title, description: DESCRIPTION, url });
}

export async function loader({ context, url }: Route.LoaderArgs) {
	const search = searchText(url.searchParams.get("q") ?? "");
	const access = context.get(optionalUserContext);
	return {
		search,
		entries: searchFaq(search),
		generatorUrl: env.generators.privacy,
		signedIn: access !== null,
		supportForm: await readActiveSupportForm(access),
		url: publicUrl(paths.help),
	};
}

export default function Help({ loaderData }: Route.ComponentProps) {
	const { search, entries, generatorUrl, signedIn, supportForm } = loaderData;
	return (
		<>
			<div className="page-header">
				<div>
					<h1>Help</h1>
					<p>Search the answers, follow the guide, or write to us.</p>
				</div>
				<ButtonLink to={signedIn ? paths.dashboard : paths.home} reloadDocument>
					{signedIn ? "Back to Dashboard" : "Back to the home page"}
				</ButtonLink>
			</div>
			<section className="section" aria-labelledby="questions">
				<h2 id="questions">Questions and answers</h2>
				<Search search={search} />
				{search === "" && <script src="/help.js" defer />}
				<div role="status">
					{search !== "" && entries.length > 0 && (
						<p>
							{resultOf(search, entries)}. <a href={paths.help}>Clear Search</a>
						</p>
					)}
					{entries.length === 0 && <NoResults search={search} />}
				</div>
				{entries.length > 0 && (
					<div className="questions measure">
						{entries.map((entry) => (
							<Entry key={entry.question} entry={entry} search={search} />
						))}
					</div>
				)}
			</section>
			<section className="section" aria-labelledby="more">
				<h2 id="more">More help</h2>
				<div className="grid-2">
					<Card title="Getting started" level={3}>
						<p className="muted">Six steps from a new account to a link in the app store.</p>
						<ButtonLink to={paths.gettingStarted} className="push" reloadDocument>
							Open the guide
						</ButtonLink>
					</Card>
					<Card title="Contact Support" level={3}>
						<p className="muted">
							Not answered here? Write to us, and a person answers within 24 hours on business days.
						</p>
						<SupportDialog form={supportForm} className="push" />
					</Card>
				</div>
			</section>
			<section className="section" aria-labelledby="elsewhere">
				<h2 id="elsewhere">Elsewhere</h2>
				<ul className="item-list">
					<Resource href={generatorUrl} text="Privacy policy generator">
						Questions about your app, and a first text to begin with
					</Resource>
					<Resource href="https://commonmark.org/help/" text="Markdown guide">
						All of Markdown in ten minutes
					</Resource>
					<Resource
						href="https://developer.apple.com/app-store/review/guidelines/"
						text="App Store review guidelines"
					>
						What reviewers look for; section 5.1 is about privacy
					</Resource>
				</ul>
			</section>
		</>
	);
}

function resultOf(search: string, entries: FaqEntry[]): string {
	const count = entries.length === 1 ? "1 answer" : `${entries.length || "No"} answers`;
	return `${count} for "${search}"`;
}

function Search({ search }: { search: string }) {
	return (
		<Form className="help-search" action={paths.help} role="search">
			<div className="field">
				<label htmlFor="q">Search the answers</label>
				<input id="q" name="q" type="search" className="input" defaultValue={search} />
			</div>
			<Button>Search</Button>
		</Form>
	);
}

function NoResults({ search }: { search: string }) {
	return (
		<div className="empty-state">
			<h3>No results found</h3>
			<p>
				No answer has “{search}” in it. Try a shorter word, or write to us: Contact Support is
				below.
			</p>
			<ButtonLink to={paths.help} reloadDocument>
				Clear Search
			</ButtonLink>
		</div>
	);
}

function Entry({ entry, search }: { entry: FaqEntry; search: string }) {
	return (
		<details open={search !== ""}>
			<summary>
				<Marked text={entry.question} search={search} />
			</summary>
			{entry.answer.map((paragraph) => (
				<p key={paragraph}>
					<Marked text={paragraph} search={search} />
				</p>
			))}
		</details>
	);
}

function Marked({ text, search }: { text: string; search: string }) {
	let at = 0;
	return markMatches(text, search).map((piece) => {
		const key = at;
		at += piece.text.length;
		return piece.isMatch ? <mark key={key}>{piece.text}</mark> : piece.text;
	});
}

type ResourceProps = { href: string; text: string; children: string };

function Resource({ href, text, children }: ResourceProps) {
	return (
		<li>
			<span className="item-title">
				<ExternalLink href={href}>{text}</ExternalLink>
			</span>
			<span className="item-text">{children}</span>
		</li>
	);
}
