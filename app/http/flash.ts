/** One message for the next page. */
export type Flash = { tone: "success" | "info" | "error"; title?: string; text: string };
