/** Where a node leads and with which share; the shares of a row add up to 1. */
export interface Row {
	readonly targets: readonly number[];
	readonly shares: readonly number[];
}

export interface SpreadInput {
	/** How much each starting node counts; scaled to 1 in all. */
	readonly seeds: ReadonlyMap<number, number>;
	readonly rowOf: (node: number) => Row;
	/** How much stays at every step. */
	readonly restart: number;
	/** Amounts below this are not passed on. */
	readonly epsilon: number;
	/** Work is bounded by steps and not by time, so that the same question gets the same answer on every machine. */
	readonly mostSteps: number;
}

export interface Spread {
	readonly mass: ReadonlyMap<number, number>;
	readonly largest: number;
	/** From which node a node was first reached; none for the ones it started at. */
	readonly cameFrom: ReadonlyMap<number, number>;
}

/** Personalised PageRank by forward push, until the rest is too little to matter. Only rows that are reached are read. */
export function spreadRank({ seeds, rowOf, restart, epsilon, mostSteps }: SpreadInput): Spread {
	const mass = new Map<number, number>();
	const waiting = new Map<number, number>();
	const cameFrom = new Map<number, number>();
	let total = 0;
	for (const weight of seeds.values()) total += weight;
	const queue: number[] = [];
	const queued = new Set<number>();
	for (const [node, weight] of seeds) {
		if (weight <= 0) continue;
		waiting.set(node, weight / total);
		queue.push(node);
		queued.add(node);
	}
	for (let step = 0; step < queue.length && step < mostSteps; step += 1) {
		const node = queue[step] as number;
		queued.delete(node);
		const held = waiting.get(node) ?? 0;
		if (held < epsilon) continue;
		waiting.set(node, 0);
		const { targets, shares } = rowOf(node);
		const kept = targets.length === 0 ? held : restart * held;
		mass.set(node, (mass.get(node) ?? 0) + kept);
		for (let index = 0; index < targets.length; index += 1) {
			const target = targets[index] as number;
			const gift = (1 - restart) * held * (shares[index] as number);
			const pending = (waiting.get(target) ?? 0) + gift;
			waiting.set(target, pending);
			// The first way is kept: by the heaviest one, two nodes that feed each other would lead round in a circle.
			if (!cameFrom.has(target) && !seeds.has(target)) cameFrom.set(target, node);
			if (pending >= epsilon && !queued.has(target)) {
				queued.add(target);
				queue.push(target);
			}
		}
	}
	let largest = 0;
	for (const share of mass.values()) largest = Math.max(largest, share);
	return { mass, largest, cameFrom };
}
