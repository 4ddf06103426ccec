import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "react-router";
import { formSchema } from "~/schemas/form";

/**
 * Answers the builder's buttons that save nothing: Build, Preview, and the ones that add, move or
 * remove a field. Answers null for the one that saves, and throws a 400 for a button that is not
 * there.
 */
export function answerFormIntent(formData: FormData) {
	const submission = parseWithZod(formData, { schema: formSchema });
	if (submission.status === undefined) return data({ result: submission.reply(), title: null });
	const intent = formData.get("intent");
	if (intent === null) return null;
	if (intent === "build")
		return data({ result: submission.reply({ fieldErrors: {} }), title: null });
	if (intent !== "preview") {
		throw data(
			{ title: "Unknown button", text: "Nothing was changed. Please go back and try again." },
			{ status: 400 },
		);
	}
	if (submission.status !== "success") {
		return data({ result: submission.reply(), title: null }, { status: 400 });
	}
	return data({ result: submission.reply(), title: null, preview: submission.value });
}
