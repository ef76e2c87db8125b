/** How much of an answer is repeated as data: what text cannot give a program, or all of it. */
export const STRUCTURES = ["refs", "full"] as const;
export type Structure = (typeof STRUCTURES)[number];

/** An id, a state, a code or a day. Titles and sentences are in the text of the answer. */
const VALUE = /^\S{1,64}$/;

const refOf = (value: unknown): unknown =>
	typeof value === "object" && value !== null && "ref" in value ? value.ref : undefined;

function shorten(value: unknown): unknown {
	if (Array.isArray(value)) {
		if (value.every((entry) => typeof entry === "string")) return value;
		const refs = value.map(refOf);
		return refs.includes(undefined) ? undefined : refs;
	}
	if (typeof value === "string") return VALUE.test(value) ? value : undefined;
	return typeof value === "object" && value !== null ? refOf(value) : value;
}

/**
 * Returns the structured part of an answer. Most clients show it to the model next to the text, which then pays for every
 * title twice: entities are refs there, and totals, cursors and ids stay.
 */
export const chooseStructure = (
	structured: Readonly<Record<string, unknown>>,
	wanted: Structure,
): Record<string, unknown> =>
	wanted === "full"
		? { ...structured }
		: Object.fromEntries(
				Object.entries(structured).flatMap(([key, value]) => {
					const short = shorten(value);
					return short === undefined ? [] : [[key, short]];
				}),
			);
