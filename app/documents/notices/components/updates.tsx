import { paths } from "#app/paths.ts";
import { VisitorMessage, VisitorShell } from "#app/ui/frame/visitor-shell.tsx";
import { SubscribeForm } from "./subscribe-form.tsx";

type UpdatesProps = {
	appName: string;
	hubPath: string;
	path: string;
	values?: [id: string, value: string][];
	errors?: [id: string, error: string][];
	problem?: string;
};

/** The page where anybody asks to be told of changes to an app's documents. */
export function Updates({ appName, hubPath, ...form }: UpdatesProps) {
	const hasError = form.errors !== undefined || form.problem !== undefined;
	const title = "Get told of changes";
	return (
		<VisitorShell footer={<a href={paths.home}>Published with Smallprint</a>}>
			<title>{`${hasError ? "Error: " : ""}${title} · ${appName}`}</title>
			<meta name="robots" content="noindex" />
			<p className="over" dir="auto">
				<a href={hubPath}>{appName}</a>
			</p>
			<h1>{title}</h1>
			<p>
				When a legal document of {appName} changes, you get a mail that says what and from when.
				Nothing else is sent, and nobody sees your address, not even the developer.
			</p>
			<SubscribeForm action={form.path} {...form} />
		</VisitorShell>
	);
}

/** Shown where the owner's plan allows no further subscriber. */
export function ListFull({ appName, hubPath }: Pick<UpdatesProps, "appName" | "hubPath">) {
	const feed = `${hubPath}.atom`;
	return (
		<VisitorMessage
			title="The list is full"
			appName={appName}
			appPath={hubPath}
			hasError
			text={
				<>
					The list of {appName} is full. Its changes are in this feed: <a href={feed}>{feed}</a>
				</>
			}
		/>
	);
}
