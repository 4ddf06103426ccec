import { z } from "zod";
import { addCustomer, removeCustomer } from "../billing.ts";
import { recordEvent } from "../events.ts";
import { customerObject } from "../objects/customer.ts";
import type { Books } from "../store.ts";
import { type Endpoint, endpoint, metadata } from "./endpoint.ts";
import { missing } from "./error.ts";

export const CUSTOMER_ENDPOINTS: Endpoint[] = [
	endpoint("POST", "/customers", z.strictObject({ email: z.email().optional(), metadata }), {
		answer: (books, _, { email = null, metadata }) =>
			customerObject(addCustomer(books, { email, metadata })),
	}),

	endpoint("POST", "/customers/:id", z.strictObject({ email: z.email().optional() }), {
		answer: (books, id, { email }) => {
			const customer = customerAt(books, id);
			customer.email = email ?? customer.email;
			recordEvent(books, "customer.updated", customerObject(customer));
			return customerObject(customer);
		},
	}),

	endpoint("DELETE", "/customers/:id", z.strictObject({}), {
		answer: (books, id) => {
			removeCustomer(books, customerAt(books, id));
			return { id, object: "customer", deleted: true };
		},
	}),
];

/** The customer that a request's `customer` names. Throws ApiError when there is none. */
export function customerNamed(books: Books, id: string) {
	return findCustomer(books, id, "customer", 400);
}

function customerAt(books: Books, id: string) {
	return findCustomer(books, id, "id", 404);
}

function findCustomer(books: Books, id: string, param: string, status: 400 | 404) {
	const customer = books.customers.find((one) => one.id === id && !one.isDeleted);
	if (!customer) throw missing("customer", id, param, status);
	return customer;
}
