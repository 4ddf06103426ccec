import { type SubmissionResult, useForm } from "@conform-to/react";
import { useEffect, useRef, useState } from "react";
import { useNavigation } from "react-router";
import {
	type Availability,
	CHECK_DELAY_MS,
	normalizeAccountName,
} from "#app/accounts/account-name/account-name-rules.ts";
import { paths } from "#app/paths.ts";
import { Button, type ButtonVariant } from "#app/ui/button/button.tsx";
import { CheckedForm } from "#app/ui/field/checked-form.tsx";
import { TextField } from "#app/ui/field/field.tsx";
import { textOf } from "#app/ui/field/text-of.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";

type AccountNameFormProps = {
	/** The present name, or null before there is one. */
	current: string | null;
	suggestion: string;
	appUrl: string;
	/** Where the form is sent: the page that shows it, or the page for account names. */
	action?: string;
	/** Whether the dashboard shows it, as its first step. */
	isOnDashboard?: boolean;
	result?: SubmissionResult;
	/** The result of the Check button, which works without JavaScript. */
	availability?: Availability | null;
	/** The save button's look: primary, unless the page has other forms. */
	variant?: ButtonVariant;
};

/** The account name with its availability, which is checked while typing or by a button. */
export function AccountNameForm({
	current,
	suggestion,
	appUrl,
	action = paths.account.name,
	isOnDashboard,
	result,
	availability,
	variant = "primary",
}: AccountNameFormProps) {
	const [form, fields] = useForm<{ account_name: string }>({
		id: "account-name",
		lastResult: result,
		defaultValue: { account_name: current ?? suggestion },
	});
	const input = useRef<HTMLInputElement>(null);
	const [typed, setTyped] = useState<string | null>(null);
	const live = useLiveAvailability(typed);
	const initial = textOf(fields.account_name.initialValue);
	const isHydrated = useHydrated();
	const isSaving = useNavigation().state === "submitting";
	const value = typed ?? initial;
	const shown = typed === null ? (availability ?? null) : live.availability;
	const isRefused = value.trim() === "" || shown?.available === false;

	// The field may have changed before hydration: by typing, or restored by the browser.
	useEffect(() => {
		const present = input.current?.value ?? initial;
		if (present !== initial) setTyped(present);
	}, [initial]);

	// The field takes the normalised name once this text is checked (product.md, O5).
	const normalized = live.availability?.slug;
	useEffect(() => {
		if (normalized && input.current) input.current.value = normalized;
	}, [normalized]);

	return (
		<CheckedForm form={form} action={action}>
			<input type="hidden" name="renamed_from" value={current ?? ""} />
			{isOnDashboard && <input type="hidden" name="on_dashboard" value="1" />}
			<TextField
				field={fields.account_name}
				label="Account name"
				hint={`${appUrl}/${normalizeAccountName(value) || "your-name"}/…`}
				autoComplete="off"
				autoCapitalize="none"
				spellCheck={false}
				ref={input}
				onInput={(event) => setTyped(event.currentTarget.value)}
				after={
					<>
						<AvailabilityText isChecking={live.isChecking} availability={shown} />
						<Button name="intent" value="check">
							Check
						</Button>
					</>
				}
			/>
			<div className="cluster">
				<Button
					variant={variant}
					name="intent"
					value="save"
					disabled={isSaving || (isHydrated && isRefused)}
				>
					Save account name
				</Button>
			</div>
		</CheckedForm>
	);
}

function AvailabilityText({
	isChecking,
	availability,
}: {
	isChecking: boolean;
	availability: Availability | null;
}) {
	const answer = availability?.available ? "available" : "unavailable";
	const state = isChecking ? "checking" : availability ? answer : undefined;
	return (
		<p className="availability" data-state={state} role="status">
			{isChecking ? "Checking…" : availability?.message}
		</p>
	);
}

const CHECK_FAILED = { available: false, message: "Error checking availability", slug: "" };

/** Asks the server CHECK_DELAY_MS after the last keystroke; drops responses about older text. */
function useLiveAvailability(typed: string | null) {
	const [checked, setChecked] = useState<{ typed: string; answer: Availability | null }>();

	useEffect(() => {
		if (typed === null || typed.trim() === "") return;
		const stale = new AbortController();
		const timer = setTimeout(async () => {
			setChecked({ typed, answer: null });
			const answer = await askAvailability(typed, stale.signal);
			if (!stale.signal.aborted) setChecked({ typed, answer });
		}, CHECK_DELAY_MS);
		return () => {
			clearTimeout(timer);
			stale.abort();
		};
	}, [typed]);

	const current = checked?.typed === typed ? checked : undefined;
	return {
		isChecking: current !== undefined && current.answer === null,
		availability: current?.answer ?? null,
	};
}

async function askAvailability(slug: string, signal: AbortSignal): Promise<Availability> {
	try {
		const response = await fetch(`${paths.account.nameCheck}?${new URLSearchParams({ slug })}`, {
			signal,
		});
		if (!response.ok) return CHECK_FAILED;
		return (await response.json()) as Availability;
	} catch {
		return CHECK_FAILED;
	}
}
