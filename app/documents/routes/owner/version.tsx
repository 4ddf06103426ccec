import { data, Form } from "react-router";
import { appContext } from "#app/apps/middleware.ts";
import { Diff } from "#app/documents/components/diff.tsx";
import {
	listVersionNumbers,
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

/** A longer list is slower to choose from than a number is to type. */
const CHOICES_MAX = 100;

export async function loader({ context, params, url }: Route.LoaderArgs) {
	const access = context.get(appContext);
	const document = context.get(documentContext);
	const revision = Number(params.revision);
	const number = Number(url.searchParams.get("with"));
	const asked = Number.isSafeInteger(number) && number > 0 ? number : null;
	const found = await readVersion(access, document.id, revision, asked ?? undefined);
	if (!found) throw versionNotFound();
	const unknown = found.other === null ? asked : null;
	const numbers = await listVersionNumbers(access, document.id, CHOICES_MAX + 1);
	return data({ ...found, numbers, unknown }, { status: unknown === null ? 200 : 404 });
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
	const { version, other, diff, numbers, unknown } = loaderData;
	const current = numbers[0] ?? version.revision;
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
				<VersionChoice numbers={numbers} except={version.revision} chosen={other?.revision} />
				<Button>Compare</Button>
			</Form>
			{unknown !== null && (
				<p className="banner" data-tone="danger">
					This document has no version {unknown}. The newest is version {current}.
				</p>
			)}
			{other && other.title !== version.title && (
				<p dir="auto">
					Title: <del>{other.title}</del> <ins>{version.title}</ins>
				</p>
			)}
			{unknown === null && <Diff parts={diff} />}
		</Page>
	);
}

type VersionChoiceProps = { numbers: number[]; except: number; chosen: number | undefined };

/** Chooses one of a document's versions: from a list, or by its number where there are many. */
function VersionChoice({ numbers, except, chosen }: VersionChoiceProps) {
	const field = { className: "input", name: "with", id: "with" };
	if (numbers.length > CHOICES_MAX) {
		return <input {...field} type="number" min={1} max={numbers[0]} defaultValue={chosen ?? ""} />;
	}
	return (
		<select {...field} defaultValue={chosen ?? ""}>
			{chosen === undefined && <option value="">nothing before it</option>}
			{numbers
				.filter((revision) => revision !== except)
				.map((revision) => (
					<option key={revision} value={revision}>
						Version {revision}
					</option>
				))}
		</select>
	);
}
