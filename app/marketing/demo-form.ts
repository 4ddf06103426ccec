import type { FormField } from "#app/forms/form-rules.ts";

/** The fields of the demo form (product.md, V27). A field's id is its name in a query. */
export const DEMO_FIELDS: FormField[] = [
	field("name", "Name"),
	field("email", "Email", { type: "email" }),
	field("category", "Category", {
		type: "select",
		options: ["Bug", "Feature", "Account", "Billing", "Other"],
	}),
	field("subject", "Subject"),
	field("message", "Message", { type: "textarea" }),
];

/** Returns the values that a link fills in: its category, if there is such a one. */
export function demoValues(category: string | null): Map<string, string> {
	const option = DEMO_FIELDS.find(({ id }) => id === "category")?.options.find(
		(one) => one.toLowerCase() === category?.toLowerCase(),
	);
	return new Map(option ? [["category", option]] : []);
}

function field(id: string, label: string, more: Partial<FormField> = {}): FormField {
	return { id, type: "text", label, placeholder: "", required: true, options: [], ...more };
}
