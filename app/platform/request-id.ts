import { z } from "zod";

/** The id that a page gives a form that creates something, so that a double click creates one. */
export const requestId = z.uuid({
	error: "This page is out of date. Please reload it and try again.",
});
