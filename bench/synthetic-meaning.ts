import type { Embedder } from "../src/graph/model/embedder.ts";
import type { Meaning } from "../src/graph/search/resident/resident-graphs.ts";
import { Random } from "./random.ts";

const DIMENSIONS = 384;
const TOPICS = 300;
/** How far a text lies from its topic, and a question from the text it is about. */
const TEXT_NOISE = 0.9;
const QUESTION_NOISE = 0.5;

const makeNormal = (random: Random): Float32Array =>
	Float32Array.from({ length: DIMENSIONS }, () => random.normal());

function mix(centre: Float32Array, noise: Float32Array, share: number): Float32Array {
	const mixed = centre.map((value, index) => value + share * (noise[index] as number));
	const length = Math.sqrt(mixed.reduce((sum, value) => sum + value * value, 0));
	return mixed.map((value) => value / length);
}

const hashId = (id: string): number =>
	[...id].reduce((hash, character) => Math.imul(hash ^ character.charCodeAt(0), 0x01000193), 0x811c9dc5) >>>
	0;

/**
 * Vectors of texts that gather around topics, computed from ids alone: embedding a hundred thousand texts takes a local
 * model most of an hour. They measure speed and memory, and how well signs approximate numbers; they do not measure the
 * quality of search.
 */
export class SyntheticMeaning implements Meaning {
	readonly #topics: readonly Float32Array[];
	readonly #embedder: Embedder = {
		...{ id: "synthetic", batchSize: 1, maxTokens: 0, floor: 0.2, ceiling: 0.75 },
		embed: () => Promise.resolve([]),
		close: () => Promise.resolve(),
	};

	constructor(seed: number) {
		const random = new Random(seed);
		this.#topics = Array.from({ length: TOPICS }, () => makeNormal(random));
	}

	vectorOf(id: string): Float32Array {
		const random = new Random(hashId(id));
		return mix(random.pick(this.#topics), makeNormal(random), TEXT_NOISE);
	}

	questionAbout(id: string, seed: number): Float32Array {
		const noise = makeNormal(new Random(seed)).map((value) => value / Math.sqrt(DIMENSIONS));
		return mix(this.vectorOf(id), noise, QUESTION_NOISE);
	}

	async read(_workspaceId: string, entityIds: readonly string[] = []): ReturnType<Meaning["read"]> {
		const byEntity = new Map(entityIds.map((id) => [id, [{ ordinal: 0, vector: this.vectorOf(id) }]]));
		return { embedder: this.#embedder, byEntity };
	}
}
