import { formatLongDate } from "#app/platform/time.ts";

/** How a request ended. Until then, its outcome is "". */
export type Outcome = "done" | "refused" | "taken_back" | "app_deleted";

/** A request as everybody may see it who may see it at all: its days, and how it ended. */
export type RequestState = {
	number: number;
	appName: string;
	/** account, or part for some of the data. */
	scope: string;
	askedAt: Date;
	dueAt: Date;
	closedAt: Date | null;
	outcome: string;
	/** Why it was refused, until that is erased. */
	reason: string;
};

/** More requests of an app are not counted. */
export const COUNT_MAX = 1_000;

/** What lists and files call each outcome; "" is a request that waits. */
const OUTCOMES: Record<Outcome | "", string> = {
	"": "Open",
	done: "Deleted",
	refused: "Refused",
	taken_back: "Taken back",
	app_deleted: "App taken down",
};

/** Returns what lists call the outcome of a request. */
export function outcomeOf({ outcome }: Pick<RequestState, "outcome">): string {
	return OUTCOMES[outcome as Outcome] ?? outcome;
}

/** What a request asks to have deleted, after "delete". */
export function describeScope({ scope }: Pick<RequestState, "scope">): string {
	return scope === "part" ? "some of the data" : "the account and all its data";
}

/** The same, said to the person. */
export function yourScope({ scope }: Pick<RequestState, "scope">): string {
	return scope === "part" ? "some of your data" : "your account and all its data";
}

/** "was refused on 3 March 2026", of a request that is closed. */
export function describeClosed({ outcome, closedAt }: Pick<RequestState, "outcome" | "closedAt">) {
	const on = closedAt ? ` on ${formatLongDate(closedAt)}` : "";
	switch (outcome) {
		case "done":
			return `was marked as done${on}`;
		case "refused":
			return `was refused${on}`;
		case "taken_back":
			return `was taken back by the person${on}`;
		default:
			return `ended${on}, because the app was taken down`;
	}
}

/** Whether the owner can give a request this outcome. Done is final, and a refusal is not. */
export function mayBecome(outcome: string, next: "done" | "refused"): boolean {
	return outcome === "" || (outcome === "refused" && next === "done");
}
