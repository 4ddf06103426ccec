import { parseWithZod } from "@conform-to/zod/v4";
import { MailboxWarning } from "#app/accounts/components/mailbox-notice.tsx";
import { userContext } from "#app/accounts/middleware.ts";
import { appContext } from "#app/apps/middleware.ts";
import { addTags, setStatus } from "#app/conversations/inbox/bulk.server.ts";
import { SubmissionList } from "#app/conversations/inbox/components/submission-list.tsx";
import { readFilter, withSelection } from "#app/conversations/inbox/submission-filter.ts";
import { bulkIntent, bulkSchema } from "#app/conversations/schema.ts";
import { listSubmissions } from "#app/conversations/submission-list.server.ts";
import { RequestLinks } from "#app/deletion-requests/components/request-links.tsx";
import { listAppsWithRequests } from "#app/deletion-requests/requests/waiting-requests.sql.ts";
import { findFormTitle } from "#app/forms/form.server.ts";
import { formNotFound } from "#app/forms/middleware.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { invalid, readForm, refused, unknownButton } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";
import { readKeyset } from "#app/platform/db/keyset.ts";
import { readUndeliverable } from "#app/platform/mail/undeliverable.sql.ts";
import { Page } from "#app/ui/frame/page.tsx";
import type { Route } from "./+types/list";

const STATUS_AFTER = { resolve: "resolved", close: "closed", reopen: "in_progress" } as const;

/** Returns the submissions of the account, of one app, or of one form. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
	const { access, ...place } = await readPlace(context, params);
	const filter = readFilter(url);
	const before = readKeyset(url);
	return {
		...place,
		appId: params.appId ?? null,
		appsWithRequests: listAppsWithRequests(access, params.appId ? [params.appId] : undefined),
		...listSubmissions(access, { ...filter, before, formId: params.formId }),
		isMailHeldBack: readUndeliverable(access.email) !== null,
		filter,
		isLater: before !== null,
		selected: url.searchParams.getAll("id"),
		address: url.pathname + url.search,
	};
}

export async function action({ request, context, params, url }: Route.ActionArgs) {
	const { access } = await readPlace(context, params);
	const formData = await readForm(request);
	if (!bulkIntent.safeParse(formData.get("intent") ?? undefined).success) throw unknownButton();
	const submission = parseWithZod(formData, { schema: bulkSchema });
	if (submission.status !== "success") return invalid(submission);
	const { id: ids, intent, tag } = submission.value;
	let count: number;
	try {
		count =
			intent === "tag"
				? await addTags(access, ids, tag)
				: await setStatus(access, ids, STATUS_AFTER[intent]);
	} catch (error) {
		return refused(submission, error, { unexpected: "Failed to update submission" });
	}
	const done = { resolve: "resolved", close: "closed", reopen: "reopened", tag: "tagged" }[intent];
	throw await redirectWithFlash(
		withSelection(url.pathname + url.search, []),
		`${count} ${count === 1 ? "submission" : "submissions"} ${done}.`,
	);
}

type Place = Pick<Route.LoaderArgs, "context" | "params">;

/** Returns whose submissions the address lists. Throws a redirect when the form is unknown. */
async function readPlace(context: Place["context"], { appId, formId }: Place["params"]) {
	if (!appId) {
		const access = context.get(userContext);
		return { access, name: null, intro: null, exportPath: paths.submissions.exportOfAll };
	}
	const access = context.get(appContext);
	const app = access.app.name;
	if (!formId) {
		const exportPath = paths.submissions.exportOfApp({ appId });
		return { access, name: app, intro: `${app}: all forms`, exportPath };
	}
	const form = await findFormTitle(access, formId);
	if (form === null) throw await formNotFound();
	const exportPath = paths.submissions.exportOfForm({ appId, formId });
	return { access, name: form, intro: `${app}: ${form}`, exportPath };
}

export default function Submissions({ loaderData, actionData }: Route.ComponentProps) {
	const { name, intro, appId, appsWithRequests, isMailHeldBack, ...list } = loaderData;
	return (
		<Page
			title={name ? `Submissions of ${name}` : "Messages"}
			heading={name ? "Submissions" : "Messages"}
			intro={intro}
			hasError={actionData !== undefined}
		>
			{isMailHeldBack && <MailboxWarning />}
			<RequestLinks appId={appId} apps={appsWithRequests} />
			<SubmissionList {...list} reply={actionData} />
		</Page>
	);
}
