import { type FieldMetadata, getInputProps, getTextareaProps } from "@conform-to/react";
import { type ComponentProps, type FormEvent, type ReactNode, useEffect, useState } from "react";
import { plural } from "#app/platform/count.ts";

export type FieldLabels<Schema> = {
	field: FieldMetadata<Schema>;
	label: ReactNode;
	hint?: ReactNode;
	after?: ReactNode;
};

type InputType = Exclude<Parameters<typeof getInputProps>[1]["type"], "checkbox" | "radio">;

type TextFieldProps<Schema> = FieldLabels<Schema> &
	Omit<ComponentProps<"input">, "type"> & { type?: InputType };

/** A field of one line. With `maxLength`, it takes no more and says while typing how much is left. */
export function TextField<Schema>(props: TextFieldProps<Schema>) {
	const { field, label, hint, after, type = "text", className, onInput, ...input } = props;
	const [length, count] = useLength(field.id);
	const { key: _, ...control } = getInputProps(field, {
		type,
		value: type !== "password",
		ariaDescribedBy: describedBy(field, hint, input["aria-describedby"]),
	}) as ReturnType<typeof getInputProps> & { key?: string };
	return (
		<Field field={field} label={label} hint={hint} after={after}>
			<input
				key={field.key}
				{...control}
				{...(type === "email" && emailHabits)}
				{...serverRules(field)}
				{...input}
				onInput={(event) => {
					count(event);
					onInput?.(event);
				}}
				aria-describedby={control["aria-describedby"]}
				className={inputClass(className)}
			/>
			{input.maxLength !== undefined && <Room most={input.maxLength} length={length} />}
		</Field>
	);
}

/** Returns how much was typed into a control, and what counts it while somebody types. */
function useLength(id: string) {
	const [length, setLength] = useState(0);
	// What was typed before scripts ran counts, too.
	useEffect(() => {
		const control = document.getElementById(id) as HTMLInputElement | HTMLTextAreaElement | null;
		if (!control || control.value === control.defaultValue) return;
		setLength(control.value.length);
	}, [id]);
	const count = (event: FormEvent<HTMLInputElement | HTMLTextAreaElement>) =>
		setLength(event.currentTarget.value.length);
	return [length, count] as const;
}

/** How many characters are left to tell: twenty, or a tenth of a long text. */
const ROOM_TOLD = 20;

function Room({ most, length }: { most: number; length: number }) {
	const left = most - length;
	const full = left < 0 ? `${-left} too many: a` : "A";
	const text =
		left > 0 ? `${plural(left, "character")} left` : `${full}t most ${most} characters fit here.`;
	return (
		<p className="hint" aria-live="polite">
			{left <= Math.max(ROOM_TOLD, most / 10) && text}
		</p>
	);
}

type TextareaFieldProps<Schema> = FieldLabels<Schema> &
	ComponentProps<"textarea"> & {
		/** Buttons right above the text. */
		toolbar?: ReactNode;
		/** Says while typing how many characters are left of so many. The server counts. */
		most?: number;
	};

export function TextareaField<Schema>(props: TextareaFieldProps<Schema>) {
	const { field, label, hint, after, toolbar, most, rows = 4, className, ...textarea } = props;
	const [length, count] = useLength(field.id);
	const { key: _, ...control } = getTextareaProps(field, {
		ariaDescribedBy: describedBy(field, hint, textarea["aria-describedby"]),
	}) as ReturnType<typeof getTextareaProps> & { key?: string };
	return (
		<Field field={field} label={label} hint={hint} after={after}>
			{toolbar}
			<textarea
				key={field.key}
				rows={rows}
				{...control}
				{...serverRules(field)}
				{...(most !== undefined && { onInput: count })}
				{...textarea}
				aria-describedby={control["aria-describedby"]}
				className={inputClass(className)}
			/>
			{most !== undefined && <Room most={most} length={length} />}
		</Field>
	);
}

type FieldProps<Schema> = FieldLabels<Schema> & { children: ReactNode };

/** A control's label, hint and error. The control needs `field.id` and `describedBy()`. */
export function Field<Schema>({ field, label, hint, after, children }: FieldProps<Schema>) {
	return (
		<div className="field">
			<label htmlFor={field.id}>{label}</label>
			{hint && (
				<p className="hint" id={field.descriptionId}>
					{hint}
				</p>
			)}
			{children}
			{field.errors && (
				<p className="field-error" id={field.errorId}>
					{field.errors.join(" ")}
				</p>
			)}
			{after && <div className="field-after">{after}</div>}
		</div>
	);
}

const emailHabits = { autoCapitalize: "none", spellCheck: false } as const;

// Native rules would block or cut the input before the server's error texts could show.
function serverRules(field: { required?: boolean }) {
	return {
		required: undefined,
		minLength: undefined,
		maxLength: undefined,
		pattern: undefined,
		"aria-required": field.required || undefined,
	};
}

function describedBy(field: { descriptionId: string }, hint: ReactNode, also?: string) {
	return [hint ? field.descriptionId : "", also].filter(Boolean).join(" ") || undefined;
}

function inputClass(className?: string) {
	return className ? `input ${className}` : "input";
}
