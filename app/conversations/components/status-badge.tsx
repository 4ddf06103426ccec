import { labelOf } from "#app/conversations/submission-rules.ts";
import { Badge } from "#app/ui/list/badge.tsx";

const TONES: Record<string, "danger" | "info" | "success"> = {
	new: "danger",
	in_progress: "info",
	resolved: "success",
};

export function StatusBadge({ status }: { status: string }) {
	return <Badge tone={TONES[status] ?? "neutral"}>{labelOf(status)}</Badge>;
}

/** Shows high and urgent priorities, and nothing for the others. */
export function PriorityBadge({ priority }: { priority: string }) {
	if (priority !== "high" && priority !== "urgent") return null;
	return <Badge tone={priority === "urgent" ? "danger" : "neutral"}>{labelOf(priority)}</Badge>;
}
