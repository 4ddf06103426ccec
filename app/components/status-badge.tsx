import { labelOf } from "~/schemas/submission-rules";
import { Badge } from "./badge";

const TONES: Record<string, "danger" | "info" | "success"> = {
	new: "danger",
	in_progress: "info",
	resolved: "success",
};

/** What became of a submission. */
export function StatusBadge({ status }: { status: string }) {
	return <Badge tone={TONES[status] ?? "neutral"}>{labelOf(status)}</Badge>;
}

/** Says so where a submission goes before others. */
export function PriorityBadge({ priority }: { priority: string }) {
	if (priority !== "high" && priority !== "urgent") return null;
	return <Badge tone={priority === "urgent" ? "danger" : "neutral"}>{labelOf(priority)}</Badge>;
}
