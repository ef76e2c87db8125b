/** An option that may be given several times. */
export const gather = (value: string, previous: readonly string[] = []): readonly string[] => [
	...previous,
	value,
];
