import { describe, expect, test } from "vitest";
import { LocalEmbedder } from "../../graph/search/embed/local-embedder.ts";
import { chooseEmbedder } from "./choose-embedder.ts";
import { MEASURED_TEXTS, measureCosines } from "./measure-cosines.ts";
import { ModelSettingsError } from "./model-error.ts";
import type { Environment } from "./read-environment.ts";

const idOf = (environment: Environment): string | undefined => chooseEmbedder({ environment }).embedder?.id;

test("[S14] texts stay on this machine unless a provider is named for them", () => {
	expect(idOf({})).toBe("minilm-l6-v2-int8");
	expect(idOf({ SKEIN_EMBEDDINGS: " " })).toBe("minilm-l6-v2-int8");
	expect(idOf({ OPENAI_API_KEY: "o", SKEIN_MODEL_URL: "http://127.0.0.1:1/v1" })).toBe("minilm-l6-v2-int8");
	expect(chooseEmbedder({ environment: { SKEIN_EMBEDDINGS: "off" } }).embedder).toBeNull();
});

test.each<{ environment: Environment; id: string }>([
	{ environment: { SKEIN_EMBEDDINGS: "openai", OPENAI_API_KEY: "o" }, id: "openai:text-embedding-3-small" },
	{
		environment: { SKEIN_EMBEDDINGS: "openai:text-embedding-3-large", SKEIN_EMBEDDINGS_API_KEY: "o" },
		id: "openai:text-embedding-3-large",
	},
	{
		environment: {
			SKEIN_EMBEDDINGS: "openai-compatible:bge-m3:latest",
			SKEIN_EMBEDDINGS_URL: "http://127.0.0.1:11434",
		},
		id: "openai-compatible:bge-m3:latest",
	},
])("[S14] $environment chooses $id", ({ environment, id }) => {
	expect(idOf(environment)).toBe(id);
});

describe("[S14] settings that name no usable model say what to set, and never repeat a value", () => {
	test.each<Environment>([
		{ SKEIN_EMBEDDINGS: "secret-key" },
		{ SKEIN_EMBEDDINGS: "openai" },
		{ SKEIN_EMBEDDINGS: "openai-compatible:secret-key" },
		{ SKEIN_EMBEDDINGS: "openai-compatible" },
		{ SKEIN_EMBEDDINGS: "openai-compatible:x", SKEIN_EMBEDDINGS_URL: "http://user:secret-key@host" },
		{ SKEIN_EMBEDDINGS: "openai-compatible:x", SKEIN_EMBEDDINGS_URL: "file:///secret-key" },
	])("%o", (environment) => {
		expect(() => chooseEmbedder({ environment })).toThrow(ModelSettingsError);
		expect(() => chooseEmbedder({ environment })).toThrow(/^(?!.*secret-key).*(SKEIN_EMBEDDINGS|OPENAI)/);
	});
});

test("[S15] a former model is found by the id stored with its vectors, if it can still be reached", () => {
	const { findEmbedder } = chooseEmbedder({
		environment: { SKEIN_EMBEDDINGS: "openai-compatible:new", SKEIN_EMBEDDINGS_URL: "http://127.0.0.1:1" },
	});
	expect(findEmbedder("minilm-l6-v2-int8")?.id).toBe("minilm-l6-v2-int8");
	expect(findEmbedder("minilm-l6-v2")?.id).toBe("minilm-l6-v2");
	expect(findEmbedder("openai-compatible:old")?.id).toBe("openai-compatible:old");
	expect(findEmbedder("openai:text-embedding-3-small")).toBeUndefined();
	expect(findEmbedder("something else")).toBeUndefined();
});

test("[S14] a model's scale is measured on texts whose closeness is known; the local model's own is about that", async () => {
	const embedder = new LocalEmbedder();
	try {
		const { floor, ceiling } = measureCosines(await embedder.embed(MEASURED_TEXTS, { kind: "document" }));
		expect(Math.abs(floor - embedder.floor)).toBeLessThan(0.1);
		expect(Math.abs(ceiling - embedder.ceiling)).toBeLessThan(0.1);
	} finally {
		await embedder.close();
	}
	const same = MEASURED_TEXTS.map(() => Float32Array.of(1, 0));
	expect(measureCosines(same).ceiling).toBeGreaterThan(measureCosines(same).floor);
});
