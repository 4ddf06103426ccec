import type { ReactNode } from "react";
import { optionalUserContext } from "#app/accounts/middleware.ts";
import { publicUrl } from "#app/addresses/address.server.ts";
import { type Progress, readProgress } from "#app/apps/progress.sql.ts";
import type { PageHandle } from "#app/http/page-handle.ts";
import { pageMeta } from "#app/http/page-meta.ts";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button/button.tsx";
import { Badge } from "#app/ui/list/badge.tsx";
import { Card } from "#app/ui/list/card.tsx";
import type { Route } from "./+types/getting-started";

export function meta({ loaderData }: Route.MetaArgs) {
	return pageMeta({
		title: "Getting started · Smallprint",
		description: "Six steps from a new account to a privacy policy that the app store accepts.",
		url: loaderData.url,
	});
}

export const handle: PageHandle = { kept: "site" };

export async function loader({ context }: Route.LoaderArgs) {
	const access = context.get(optionalUserContext);
	return {
		progress: access && (await readProgress(access)),
		url: publicUrl(paths.gettingStarted),
		host: new URL(publicUrl(paths.home)).host,
	};
}

export default function GettingStarted({ loaderData }: Route.ComponentProps) {
	const { progress, host } = loaderData;
	return (
		<>
			<div className="page-header">
				<div>
					<h1>Getting started</h1>
					<p>Six steps from a new account to a link in the app store.</p>
				</div>
				{!progress && (
					<ButtonLink to={paths.auth.signUp} variant="primary" reloadDocument>
						Get Started
					</ButtonLink>
				)}
			</div>
			<Steps progress={progress} host={host} />
			<div className="grid-2">
				<Card title="Checklist">
					<Checklist progress={progress} />
				</Card>
				<Card title="Where to go from here">
					<ul className="item-list">
						{progress && <Place href={paths.dashboard}>Dashboard</Place>}
						<Place href={paths.help}>Help: questions and answers</Place>
						<Place href={paths.demo.privacy}>An example of a privacy policy</Place>
						<Place href={paths.demo.form}>An example of a support form</Place>
						<Place href={paths.pricing}>Plans and prices</Place>
						<Place href={paths.support}>Contact Support</Place>
					</ul>
				</Card>
			</div>
		</>
	);
}

type StepsProps = { progress: Progress | null; host: string };

function Steps({ progress, host }: StepsProps) {
	const account = progress?.accountName ?? "acme";
	const documentsPath = progress?.appId
		? paths.document.new({ appId: progress.appId })
		: paths.dashboard;
	const kitPath = progress?.appId ? paths.kit.page({ appId: progress.appId }) : null;
	const formsPath = progress?.appId ? paths.form.new({ appId: progress.appId }) : paths.dashboard;
	return (
		<ol className="steps measure">
			<Step title="Set your account name">
				<p>
					It is the first part of all your addresses. Choose it in the{" "}
					<a href={paths.account.settings}>settings</a>: spaces turn into dashes, so “Acme Apps”
					becomes <code>acme-apps</code>. When you change it later, existing addresses move along,
					and the old ones lead to the new ones.
				</p>
			</Step>
			<Step title="Create an app">
				<p>
					On the <a href={paths.dashboard}>dashboard</a>, press New App and enter the name that
					people know it by. An app holds its documents and its forms.
				</p>
			</Step>
			<Step title="Add a document">
				<p>
					<a href={documentsPath}>Write it in Markdown</a>, paste what a generator made, or begin
					with Use Sample. The preview shows the page as it will be; Publish puts it online.
				</p>
			</Step>
			<Step title="Share its public address">
				<p>Each document has an address of its own, and the app has a page that lists them all:</p>
				<p className="address">
					{host}/{account}/pocket-garden/privacy-policy
				</p>
				<p className="address">
					{host}/{account}/pocket-garden
				</p>
				<p>Rename what you like: earlier addresses keep working.</p>
			</Step>
			<Step
				title={
					<>
						Add a support form <Badge tone="info">Pro</Badge>
					</>
				}
			>
				<p>
					<a href={formsPath}>Build a form</a> with the fields that you need. Whoever fills it in
					proves their e-mail address, and you answer in a conversation.
				</p>
			</Step>
			<Step title="Put the links into the app store">
				<p>
					<strong>App Store Connect:</strong> the policy's address belongs under App Privacy, as
					Privacy Policy URL; the app's page or a form can be its Support URL. A EULA of your own
					goes under App Information, as License Agreement.
				</p>
				<p>
					<strong>Google Play Console:</strong> under App content, as Privacy policy. Link it inside
					the app as well; both stores ask for that.
				</p>
				<p>
					{kitPath ? <a href={kitPath}>The store kit</a> : "The store kit"} of your app has every
					address under the name that the store uses, ready to paste.
				</p>
			</Step>
		</ol>
	);
}

function Step({ title, children }: { title: ReactNode; children: ReactNode }) {
	return (
		<li>
			<h2>{title}</h2>
			{children}
		</li>
	);
}

function Checklist({ progress }: { progress: Progress | null }) {
	return (
		<ul className="todo-list">
			<Item isDone={progress && progress.accountName !== null}>Account name set</Item>
			<Item isDone={progress && progress.appId !== null}>App created</Item>
			<Item isDone={progress?.hasDocument}>Document published</Item>
			<Item isDone={progress?.hasForm}>Support form published (Pro, if you want one)</Item>
			<Item>Addresses entered in the app store</Item>
			<Item>Policy linked inside the app</Item>
		</ul>
	);
}

/** Leave `isDone` out for steps that we can't check. */
function Item({ isDone, children }: { isDone?: boolean | null; children: ReactNode }) {
	return (
		<li data-done={isDone || undefined}>
			{typeof isDone === "boolean" && (
				<span className="visually-hidden">{isDone ? "Done: " : "To do: "}</span>
			)}
			{children}
		</li>
	);
}

function Place({ href, children }: { href: string; children: string }) {
	return (
		<li>
			<a href={href}>{children}</a>
		</li>
	);
}
