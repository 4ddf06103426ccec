import { useForm } from "@conform-to/react";
import { BuilderFrame, type BuilderProps, type DraftForm } from "./builder-frame.tsx";

type FormBuilderProps = BuilderProps & { defaultValue: DraftForm };

/** The builder of an app's form. */
export function FormBuilder({ defaultValue, ...props }: FormBuilderProps) {
	const [form, fields] = useForm<DraftForm>({
		id: "form",
		lastResult: props.actionData?.result,
		defaultValue,
	});
	return (
		<BuilderFrame
			{...props}
			form={form}
			fields={fields}
			titleHint="The address follows the title."
		/>
	);
}
