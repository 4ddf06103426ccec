import { type RefObject, useRef } from "react";
import { useSending } from "#app/http/browser/sending.ts";

/** Returns a ref for a button, and whether the form that it sent is under way. */
export function useBusy(): [RefObject<HTMLButtonElement | null>, boolean] {
	const button = useRef<HTMLButtonElement>(null);
	const isBusy = useSending(
		(sending) =>
			sending.isUnderWay &&
			!sending.trouble &&
			sending.button !== null &&
			sending.button === button.current,
	);
	return [button, isBusy];
}
