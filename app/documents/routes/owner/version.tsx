import { Form } from "react-router";
import { appContext } from "#app/apps/middleware.ts";
import { Diff } from "#app/documents/components/diff.tsx";
import {
	listVersions,
	readVersion,
	restoreVersion,
} from "#app/documents/document-version.server.ts";
import { documentContext } from "#app/documents/middleware.ts";
import { errorPage } from "#app/http/error-content.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { paths } from "#app/paths.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { formatDateTime } from "#app/platform/time.ts";
import { Button } from "#app/ui/button/button.tsx";
import { Page } from "#app/ui/frame/page.tsx";
import type { Route } from "./+types/version";

export async function loader({ context, params, url }: Route.LoaderArgs) {
	const access = context.get(appContext);
	const document = context.get(documentContext);
	const revision = Number(params.revision);
	const compareWith = Number(url.searchParams.get("with")) || revision - 1;
	const found = await readVersion(access, document.id, revision, compareWith);
	if (!found) throw versionNotFound();
	return {
		...found,
		current: document.revision,
		versions: await listVersions(access, document.id),
	};
}

/** Restores the version as a new save, so that no later version is lost. */
export async function action({ context, params }: Route.ActionArgs) {
	const access = context.get(appContext);
	const document = context.get(documentContext);
	const versions = paths.document.versions(params);
	let revision: number | null;
	try {
		revision = await restoreVersion(access, document.id, Number(params.revision));
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		throw errorPage(error.status, {
			title: "Version not restored",
			text: error.message,
			link: { to: versions, label: "Back to the versions" },
		});
	}
	if (revision === null) throw versionNotFound();
	return redirectWithFlash(versions, `Version ${params.revision} is public again.`);
}

function versionNotFound() {
	return errorPage(404, {
		title: "Version not found",
		text: "This document has no such version.",
		link: { to: paths.dashboard, label: "Back to Dashboard" },
	});
}

export default function Version({ loaderData }: Route.ComponentProps) {
	const { version, other, diff, current, versions } = loaderData;
	const isCurrent = version.revision === current;
	return (
		<Page
			title={`Version ${version.revision} of ${version.title}`}
			heading={`Version ${version.revision}`}
			intro={`${version.title} · saved by ${version.savedBy}, ${formatDateTime(version.createdAt)}`}
			back={{ to: "..", relative: "path", label: "Versions" }}
			actions={
				isCurrent ? (
					<p className="muted">This version is public now.</p>
				) : (
					<Form method="post">
						<Button variant="primary">Restore this version</Button>
					</Form>
				)
			}
		>
			<Form method="get" className="cluster" preventScrollReset>
				<label htmlFor="with">Compared with</label>
				<select className="input" name="with" id="with" defaultValue={other?.revision ?? ""}>
					{other === null && <option value="">nothing before it</option>}
					{versions
						.filter(({ revision }) => revision !== version.revision)
						.map(({ revision }) => (
							<option key={revision} value={revision}>
								Version {revision}
							</option>
						))}
				</select>
				<Button>Compare</Button>
			</Form>
			{other && other.title !== version.title && (
				<p dir="auto">
					Title: <del>{other.title}</del> <ins>{version.title}</ins>
				</p>
			)}
			<Diff parts={diff} />
		</Page>
	);
}
