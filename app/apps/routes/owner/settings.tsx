import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { publicUrl } from "#app/addresses/address.server.ts";
import { readApp, renameApp } from "#app/apps/app.server.ts";
import { APP_NAME_MAX } from "#app/apps/app-limit.ts";
import { AppContactForm } from "#app/apps/components/app-contact-form.tsx";
import { appContext } from "#app/apps/middleware.ts";
import { describeNameFault, renameAppSchema } from "#app/apps/schema.ts";
import { planOf } from "#app/billing/plan.server.ts";
import { DeletionPageCard } from "#app/deletion-requests/components/deletion-page-card.tsx";
import { findDeletionPage, stateOf } from "#app/deletion-requests/deletion-page.server.ts";
import { SubscribersCard } from "#app/documents/notices/components/subscribers-card.tsx";
import { countSubscribers } from "#app/documents/notices/subscriber.server.ts";
import type { Flash } from "#app/http/flash.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { invalid, readForm, refused } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";
import { describeMoved } from "#app/platform/count.ts";
import { formatLongDate } from "#app/platform/time.ts";
import { Button, ButtonAnchor, ButtonLink } from "#app/ui/button/button.tsx";
import { CopyButton } from "#app/ui/button/copy-button.tsx";
import { CheckedForm } from "#app/ui/field/checked-form.tsx";
import { TextField } from "#app/ui/field/field.tsx";
import { Page } from "#app/ui/frame/page.tsx";
import { Sections } from "#app/ui/frame/sections.tsx";
import { Card } from "#app/ui/list/card.tsx";
import { Facts } from "#app/ui/list/facts.tsx";
import type { Route } from "./+types/settings";

export async function loader({ context }: Route.LoaderArgs) {
	const access = context.get(appContext);
	const app = await readApp(access);
	const { hasForms, subscriberLimit } = await planOf(access);
	const account = access.accountName;
	return {
		app,
		hubUrl: account && publicUrl(paths.visitor.app(account, app.slug)),
		hasForms,
		deletionPage: stateOf(await findDeletionPage(access)),
		told: {
			subscribers: await countSubscribers(access),
			limit: subscriberLimit,
			updatesUrl: account && publicUrl(paths.visitor.updates(account, app.slug)),
		},
	};
}

export async function action({ request, context }: Route.ActionArgs) {
	const access = context.get(appContext);
	const submission = parseWithZod(await readForm(request), { schema: renameAppSchema });
	if (submission.status !== "success") return invalid(submission, describeNameFault(submission));
	const { name, renamed_from } = submission.value;
	let moved: Awaited<ReturnType<typeof renameApp>>;
	try {
		moved = await renameApp(access, name);
	} catch (error) {
		return refused(submission, error, {
			unexpected: "Failed to update app name. Please try again.",
		});
	}
	const wasRenamed = moved !== null || (renamed_from !== undefined && renamed_from !== name);
	const flash: Flash = wasRenamed
		? {
				tone: "success",
				title: "App name updated",
				text: describeMoved(moved ?? { documents: 0, forms: 0 }),
			}
		: { tone: "info", title: "No Changes", text: "App name is already up to date." };
	throw await redirectWithFlash(paths.app.settings(access), flash);
}

export default function AppSettings({ loaderData, actionData }: Route.ComponentProps) {
	const { app, hubUrl, hasForms, told, deletionPage } = loaderData;
	const [form, fields] = useForm<{ name: string; renamed_from: string }>({
		id: "rename-app",
		lastResult: actionData?.result,
		defaultValue: { name: app.name },
	});
	const links = {
		"App Information": "#information",
		...(hubUrl && { "App URLs": "#urls" }),
		"Contact address": "#contact",
		"Who is told of changes": "#subscribers",
		"Deletion page": "#deletion-page",
		"Quick Actions": "#actions",
		"Danger Zone": "#danger",
	};
	return (
		<Page
			title={`Settings of ${app.name}`}
			heading="App settings"
			hasError={actionData !== undefined}
		>
			<Sections label="App settings" links={links}>
				<Card title="App Information" id="information">
					<CheckedForm form={form} errorTitle={actionData?.title}>
						<input type="hidden" name="renamed_from" value={app.name} />
						<TextField
							field={fields.name}
							label="App name"
							hint="The address follows the name. Every earlier address leads to the new one, forever."
							autoComplete="off"
							maxLength={APP_NAME_MAX}
						/>
						<div className="cluster">
							<Button variant="primary">Save name</Button>
						</div>
					</CheckedForm>
					<Facts
						facts={[
							["App ID", app.id, "mono"],
							[
								"Created",
								<time key="created" dateTime={app.createdAt.toISOString()}>
									{formatLongDate(app.createdAt)}
								</time>,
							],
						]}
					/>
				</Card>

				{hubUrl && (
					<Card title="App URLs" id="urls">
						<p>
							The base URL is a public page that lists everything this app has published. It is a
							good support address for the stores.
						</p>
						<p className="address">{hubUrl}</p>
						<div className="cluster">
							<ButtonAnchor href={hubUrl}>Open</ButtonAnchor>
							<CopyButton text={hubUrl} />
						</div>
					</Card>
				)}

				<Card title="Contact address" id="contact">
					<AppContactForm app={app} />
				</Card>

				<SubscribersCard {...told} />

				<DeletionPageCard appId={app.id} state={deletionPage} />

				<Card title="Quick Actions" id="actions">
					<div className="cluster">
						<ButtonLink to={paths.document.new({ appId: app.id })}>Add Document</ButtonLink>
						{hasForms ? (
							<ButtonLink to={paths.form.new({ appId: app.id })}>Create Form</ButtonLink>
						) : (
							<ButtonAnchor href={paths.pricing}>Create Form (Pro)</ButtonAnchor>
						)}
					</div>
				</Card>

				<Card title="Danger Zone" tone="danger" id="danger">
					<p>
						Deleting the app takes its {countDocuments(app.documents)} offline at once. The
						addresses stay yours, and you can bring the app back.
					</p>
					<div>
						<ButtonLink to={paths.app.deletion({ appId: app.id })} variant="danger">
							Delete App
						</ButtonLink>
					</div>
				</Card>
			</Sections>
		</Page>
	);
}

function countDocuments(n: number): string {
	if (n === 0) return "public page";
	return n === 1 ? "public page and 1 document" : `public page and ${n} documents`;
}
