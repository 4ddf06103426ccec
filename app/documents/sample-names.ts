/** The samples of the editor, as its list names them. The first is the one that is chosen. */
export const SAMPLES = [
	{ value: "privacy-policy", label: "Privacy policy" },
	{ value: "collects-nothing", label: "Privacy policy of an app that collects nothing" },
	{ value: "terms-of-service", label: "Terms of service" },
	{ value: "eula", label: "End user licence agreement (EULA)" },
] as const;

export type SampleName = (typeof SAMPLES)[number]["value"];

/** Returns the name of a sample that was posted, or of the first one. */
export function readSampleName(value: unknown): SampleName {
	return SAMPLES.find((sample) => sample.value === value)?.value ?? SAMPLES[0].value;
}
