import type { FormField } from "#app/forms/form-rules.ts";

/** The fields of the demo form (visitor, section 2). Their ids are their names in the address. */
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

/** What a link chose beforehand: the category that it names, where there is such a one. */
export function demoValues(category: string | null): Map<string, string> {
	const option = DEMO_FIELDS.find(({ id }) => id === "category")?.options.find(
		(one) => one.toLowerCase() === category?.toLowerCase(),
	);
	return new Map(option ? [["category", option]] : []);
}

function field(id: string, label: string, more: Partial<FormField> = {}): FormField {
	return { id, type: "text", label, placeholder: "", required: true, options: [], ...more };
}
