import { data, Form, Link } from "react-router";
import { appContext } from "#app/apps/middleware.ts";
import {
	compareOwnVersions,
	listVersionNumbers,
	numberBefore,
	readVersion,
	restoreVersion,
} from "#app/documents/document-version.server.ts";
import { documentContext, versionNotFound } from "#app/documents/middleware.ts";
import { describeTelling } from "#app/documents/notices/notice.server.ts";
import { Comparison, Mark } from "#app/documents/versions/comparison.tsx";
import { CHOICES_MAX, VersionChoice } from "#app/documents/versions/version-choice.tsx";
import { VersionFacts } from "#app/documents/versions/version-facts.tsx";
import { errorPage } from "#app/http/error-content.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { paths } from "#app/paths.ts";
import { directionOf, languageOf } from "#app/platform/language.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { Button } from "#app/ui/button/button.tsx";
import { Page } from "#app/ui/frame/page.tsx";
import type { Route } from "./+types/version";

export async function loader({ context, params, url }: Route.LoaderArgs) {
	const access = context.get(appContext);
	const { id } = context.get(documentContext);
	const version = await readVersion(access, id, Number(params.revision));
	if (!version) throw versionNotFound(params);
	const numbers = await listVersionNumbers(access, id, CHOICES_MAX + 1);
	const current = numbers[0] ?? version.revision;
	const asked = readChoice(url);
	// A version is compared with the public text, and the public text with the version before it.
	const usual = version.revision === current ? await numberBefore(access, id, current) : current;
	const other = await readVersion(access, id, asked ?? usual ?? 0);
	const unknown = other === null ? asked : null;
	const [before, after] =
		other && other.revision > version.revision ? [version, other] : [other, version];
	const compared = unknown === null ? await compareOwnVersions(access, [before, after]) : null;
	const { content, format, ...shown } = version;
	const language = languageOf(content);
	return data(
		{
			version: shown,
			current,
			numbers,
			unknown,
			compared,
			language,
			dir: directionOf(language),
			other: other?.revision,
			before: before && { revision: before.revision, title: before.title },
			after: { revision: after.revision, title: after.title },
			telling: await describeTelling(access),
		},
		{ status: unknown === null ? 200 : 404 },
	);
}

/** Returns the version to compare with that the address names, or null. */
function readChoice(url: URL): number | null {
	const number = Number(url.searchParams.get("with"));
	return Number.isSafeInteger(number) && number > 0 ? number : null;
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
	if (revision === null) throw versionNotFound(params);
	return redirectWithFlash(versions, `Version ${params.revision} is public again.`);
}

export default function Version({ loaderData }: Route.ComponentProps) {
	const { version, current, numbers, other, unknown, compared, language, dir } = loaderData;
	const { before, after } = loaderData;
	const isCurrent = version.revision === current;
	const names: [string, string] = [
		`Version ${before?.revision ?? "before"}`,
		`Version ${after.revision}`,
	];
	return (
		<Page
			title={`Version ${version.revision} of ${version.title}`}
			heading={`Version ${version.revision}`}
			intro={version.title}
			back={{ to: "..", relative: "path", label: "Versions" }}
			actions={
				isCurrent ? (
					<p className="muted">This version is public now.</p>
				) : (
					<>
						<Form method="post">
							<Button variant="primary">Restore this version</Button>
						</Form>
						<Link className="button" to="withdrawal">
							{version.withdrawnAt ? "Show it again…" : "Withdraw…"}
						</Link>
					</>
				)
			}
		>
			<VersionFacts version={version} />
			{!isCurrent && <Restoring telling={loaderData.telling} />}
			<Form method="get" className="cluster" preventScrollReset>
				<label htmlFor="with">Compared with</label>
				<VersionChoice numbers={numbers} except={version.revision} chosen={other} />
				<Button>Compare</Button>
			</Form>
			{unknown !== null ? (
				<p className="banner" data-tone="danger">
					This document has no version {unknown}. The newest is version {current}.
				</p>
			) : (
				<>
					<h2>
						{before
							? `What changed from version ${before.revision} to version ${after.revision}`
							: "The first version"}
					</h2>
					{before && before.title !== after.title && (
						<p className="changes">
							Title: <Mark change="removed" text={before.title} />{" "}
							<Mark change="added" text={after.title} />
						</p>
					)}
					<Comparison compared={compared} language={language} dir={dir} names={names} />
				</>
			)}
		</Page>
	);
}

/** Says what the button does, because one press mails everybody who asked. */
function Restoring({ telling }: { telling: string }) {
	return <p className="hint">Restoring it publishes it as a new version. {telling}</p>;
}
