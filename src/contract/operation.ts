import { z } from "zod";
import { id, modelSchema, named, revision } from "./fields.ts";

/** Entities that an index holds, that wait for it, and that it could not take in. */
const coverage = { indexed: z.int(), pending: z.int(), failed: z.int() };

/** Entities that exist but that search cannot find, because their texts could not be read. */
const setAside = z.array(z.object(named));

export const repairSchema = z.object({
	set_aside: setAside.describe("What still could not be read"),
	trashed: z.int().describe("How many of them are in the trash now"),
});

const hitRate = z.number().min(0).max(1).nullable();

export const statusSchema = z.object({
	version: z.string(),
	revision,
	entities: z.int().min(0),
	index: z.object({
		words: z.object(coverage),
		meaning: z
			.looseObject({
				...coverage,
				reasons: z.array(z.object({ reason: z.string(), count: z.int() })),
				model: z.string(),
				secondsLeft: z.int().optional().describe("About how long what is pending will take"),
			})
			.nullable()
			.describe("Null when there is no embedding model"),
	}),
	set_aside: setAside.describe("Entities of yours that no search finds, because their texts cannot be read"),
	answers: z
		.object({
			counted: z.int().min(0),
			input_tokens: z.number().min(0),
			cached_input_tokens: z.number().min(0),
			prompt_cache_hit_rate: hitRate.describe("Of the tokens of prompts, those that the provider had cached"),
			context_cache_hit_rate: hitRate.describe("Of the parts of contexts, those that were known from before"),
		})
		.describe("Your newest answers, added up; those of others are counted for them"),
});

export const diagnosisSchema = z.object({
	version: z.string(),
	event_loop: z
		.object({ p50: z.number(), p99: z.number(), max: z.number() })
		.nullable()
		.describe("Milliseconds that timers fire late, since it was last asked"),
	engine: z.object({
		engine: z.enum(["pglite", "postgres"]),
		version: z.string(),
		trigrams: z.boolean(),
		schema: z.int(),
		bytes: z.int(),
	}),
	model: modelSchema.nullable(),
	workspaces: z.array(
		z.object({
			id,
			name: z.string(),
			meaning: z.looseObject({}).nullable(),
			graph: z
				.object({ bytes: z.int(), most_bytes: z.int(), in_memory: z.boolean() })
				.describe("What its graph takes in memory, or would, and what all graphs may take"),
			set_aside: z
				.int()
				.nullable()
				.describe("Entities that could not be read; null when nobody asked for it yet"),
		}),
	),
});

const importReportSchema = z.looseObject({
	source: z.string(),
	entities: z.object({ created: z.int(), updated: z.int(), skipped: z.int() }),
	edges: z.looseObject({ created: z.int() }),
	losses: z.array(z.object({ what: z.string(), where: z.string(), why: z.string() })),
	seconds: z.number(),
});

export const uploadSchema = z
	.object({ id, name: z.string(), bytes: z.int(), expires_at: z.string() })
	.meta({ id: "Upload" });

export const importSourceSchema = z
	.object({
		name: z.string(),
		label: z.string(),
		takes: z.string().describe("What to name as its path"),
		endings: z.array(z.string()).describe("Of the files it reads, without the dot"),
		two_way: z.boolean().describe("Whether a folder of it can be kept in step both ways"),
	})
	.meta({ id: "ImportSource" });

export const importJobSchema = z
	.object({
		id,
		source: z.string(),
		name: z.string().describe("The path, or the name of the file that was sent"),
		state: z
			.enum(["running", "done", "failed", "stopped", "interrupted"])
			.describe("interrupted: the server ended meanwhile; the same import again goes on from there"),
		started_at: z.string(),
		ended_at: z.string().nullable(),
		dry_run: z.boolean(),
		progress: z
			.object({ stage: z.enum(["reading", "writing", "linking"]), done: z.int(), total: z.int() })
			.nullable(),
		report: importReportSchema.nullable(),
		problem: z.looseObject({ code: z.string(), detail: z.string() }).nullable(),
	})
	.meta({ id: "ImportJob" });
