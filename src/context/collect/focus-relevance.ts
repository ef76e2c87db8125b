/** How much what surrounds a focus matters: the nearest most, each further one a little less. */
const AROUND = {
	ancestor: { best: 0.9, fades: 0.1 },
	child: { best: 0.85, fades: 0.05 },
	sibling: { best: 0.8, fades: 0.05 },
} as const;

export type Around = keyof typeof AROUND;

export const relevanceAround = (where: Around, position: number): number =>
	Math.max(0, AROUND[where].best - AROUND[where].fades * position);
