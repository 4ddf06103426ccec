/** One message for the next page a person sees. */
export type Flash = { tone: "success" | "info" | "error"; title?: string; text: string };
