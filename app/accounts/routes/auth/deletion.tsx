import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import {
	deleteAccount,
	deletionReceipt,
	wasDeleted,
} from "#app/accounts/account-deletion.server.ts";
import { CurrentPasswordField } from "#app/accounts/components/password-fields.tsx";
import { deleteAccountSchema } from "#app/accounts/credentials.ts";
import { optionalUserContext } from "#app/accounts/middleware.ts";
import { countPublished } from "#app/accounts/published.sql.ts";
import { clearSession } from "#app/http/cookies.server.ts";
import { errorPage } from "#app/http/error-content.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { invalid, readForm, refused } from "#app/http/form.server.ts";
import { withRedirect } from "#app/http/redirect-to.ts";
import { paths } from "#app/paths.ts";
import { listCounts } from "#app/platform/count.ts";
import { Button, ButtonLink } from "#app/ui/button/button.tsx";
import { ErrorSummary } from "#app/ui/field/error-summary.tsx";
import { TextField } from "#app/ui/field/field.tsx";
import { NarrowShell } from "#app/ui/frame/page-shell.tsx";
import type { Route } from "./+types/deletion";

export async function loader({ context }: Route.LoaderArgs) {
	const access = context.get(optionalUserContext);
	if (!access) throw pleaseLogIn();
	return {
		email: access.email,
		published: await countPublished(access),
		receipt: deletionReceipt(access),
	};
}

/** Not behind `requireUser`, because a double click's second POST comes without a session. */
export async function action({ request, context }: Route.ActionArgs) {
	const formData = await readForm(request);
	const access = context.get(optionalUserContext);
	if (!access) {
		if (await wasDeleted(String(formData.get("receipt") ?? ""))) throw await goodbye();
		throw pleaseLogIn();
	}
	const submission = parseWithZod(formData, { schema: deleteAccountSchema });
	if (submission.status !== "success") return invalid(submission);
	try {
		await deleteAccount(access, submission.value);
	} catch (error) {
		const unexpected = "Failed to delete account. Please try again or contact support.";
		return refused(submission, error, { unexpected });
	}
	throw await goodbye();
}

async function goodbye(): Promise<Response> {
	const response = await redirectWithFlash(paths.home, {
		title: "Your account was deleted",
		text: "You are signed out, and everything you published is offline.",
	});
	await clearSession(response.headers);
	return response;
}

function pleaseLogIn() {
	return errorPage(401, {
		title: "Authentication Error",
		text: "You must be logged in to delete your account.",
		link: {
			to: withRedirect(paths.auth.signIn, paths.account.deletion),
			label: "Go to Login",
		},
	});
}

export default function DeleteAccount({ loaderData, actionData }: Route.ComponentProps) {
	const [form, fields] = useForm<{ confirmation: string; current_password: string }>({
		id: "delete-account",
		lastResult: actionData?.result,
	});
	return (
		<NarrowShell
			title="Delete your account?"
			intro={`You are signed in as ${loaderData.email}.`}
			hasError={actionData !== undefined}
		>
			<ErrorSummary form={form} />
			<div className="stack">
				<p>
					<strong>What is deleted permanently:</strong> {describePublished(loaderData.published)}{" "}
					Documents with their versions, forms, submissions and conversations are erased. A
					subscription is cancelled at once.
				</p>
				<p>
					<strong>What stays:</strong> your public addresses say that the page was taken down. They
					are never given to anybody else, and neither is your account name.
				</p>
				<p>
					Nobody can bring the account back. <a href={paths.account.export}>Export your data</a>{" "}
					first.
				</p>
			</div>
			<form method="post" action={paths.account.deletion} id={form.id} className="form" noValidate>
				<input type="hidden" name="receipt" value={loaderData.receipt} />
				<TextField
					field={fields.confirmation}
					label="Type DELETE to confirm"
					autoComplete="off"
					autoCapitalize="characters"
					spellCheck={false}
				/>
				<CurrentPasswordField field={fields.current_password} />
				<div className="cluster">
					<Button variant="danger">Delete Account</Button>
					<ButtonLink to={paths.account.settings} reloadDocument>
						Cancel
					</ButtonLink>
				</div>
			</form>
		</NarrowShell>
	);
}

function describePublished(published: { apps: number; documents: number; forms: number }): string {
	const { apps, documents, forms } = published;
	if (apps === 0) return "Everything that the account holds.";
	const isOne = apps + documents + forms === 1;
	const what = listCounts({ app: apps, document: documents, form: forms });
	return `Your ${what} ${isOne ? "goes" : "go"} offline at once.`;
}
