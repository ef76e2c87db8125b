import { z } from "@hono/zod-openapi";

/** The shapes of good answers, as the OpenAPI document tells them; a test holds real answers against them. */

const id = z.uuid();
const instant = z.iso.datetime();
const tokens = z.int().min(0);
const share = z.number().min(0).max(1);

export const entitySchema = z
	.object({
		id,
		ref: z.string(),
		kind: z.string(),
		project_id: id.nullable(),
		title: z.string(),
		aliases: z.array(z.string()),
		body: z.string(),
		description: z.string(),
		state_key: z.string().nullable(),
		type_key: z.string().nullable(),
		props: z.record(z.string(), z.unknown()),
		visibility: z.enum(["inherit", "private", "restricted"]),
		owner_id: id,
		created_by: id,
		created_at: instant,
		updated_at: instant,
		completed_at: instant.nullable(),
		archived_at: instant.nullable(),
		deleted_at: instant.nullable(),
		version: z.int().min(1),
	})
	.openapi("Entity");

/** The fields that a kind calls light; which these are depends on the kind. */
const lightEntitySchema = z
	.looseObject({ id, ref: z.string(), kind: z.string(), project_id: id.nullable(), version: z.int().min(1) })
	.openapi("LightEntity");

export const entityOrLightSchema = z.union([entitySchema, lightEntitySchema]);

/** The full form in the words of its kind: `name`, `title` or `text`, and so on. */
export const detailsSchema = lightEntitySchema.openapi("EntityDetails");

export const entityPageSchema = z
	.object({
		entities: z.array(entityOrLightSchema),
		total: z.int().min(0),
		next_cursor: z.string().nullable(),
	})
	.openapi("EntityPage");

const changed = { change_id: id.nullable(), revision: z.int().min(0) };

export const deletedSchema = z.object({ id, ...changed }).openapi("Deleted");

export const blocksSchema = z
	.object({
		entity_id: id,
		version: z.int().min(1),
		blocks: z.array(
			z.object({
				id,
				parent_id: id.nullable(),
				ordinal: z.int().min(0),
				kind: z.string(),
				level: z.int().nullable(),
				checked: z.boolean().nullable(),
				start_offset: z.int().min(0),
				end_offset: z.int().min(0),
				hash: z.string(),
				text: z.string(),
			}),
		),
	})
	.openapi("Blocks");

export const edgeSchema = z
	.object({
		id,
		src_id: id,
		rel: z.string(),
		dst_id: id,
		origin: z.enum(["stated", "link", "mention", "field"]),
		text: z.string(),
		created_by: id,
		created_at: instant,
	})
	.openapi("Edge");

const relationReading = { relation: z.string(), direction: z.enum(["outgoing", "incoming"]), edgeId: id };
const nodeSummary = {
	kind: z.string(),
	id,
	ref: z.string(),
	name: z.string(),
	state: z.string().nullable(),
	typeKey: z.string().nullable(),
};

export const linkedSchema = z
	.object({
		source: z.object({ kind: z.string(), id, ref: z.string(), name: z.string() }),
		linkedEntities: z.record(
			z.string(),
			z.array(
				z.object({
					...nodeSummary,
					...relationReading,
					relations: z.array(z.object(relationReading)),
					description: z.string().optional(),
					dueAt: z.string().optional(),
					props: z.record(z.string(), z.unknown()).optional(),
				}),
			),
		),
		counts: z.record(z.string(), z.int().min(0)),
		truncated: z.boolean(),
		next_cursor: z.string().nullable(),
		availableEntities: z.record(z.string(), z.array(z.object(nodeSummary)).max(100)).optional(),
	})
	.openapi("LinkedEntities");

const kindSchema = z
	.object({
		kind: z.string(),
		label: z.string(),
		plural: z.string(),
		icon: z.string(),
		hue: z.number(),
		states: z.array(
			z.object({
				key: z.string(),
				active: z.boolean().optional().describe("Work is going on"),
				blocked: z.boolean().optional(),
				settled: z.boolean().optional(),
				terminal: z.boolean().optional().describe("Nothing more is expected to happen"),
			}),
		),
		fields: z.array(z.looseObject({ name: z.string(), type: z.string() })),
		built_in: z.boolean(),
	})
	.openapi("Kind");

export const kindsSchema = z.object({ kinds: z.array(kindSchema) });

export const definedKindSchema = kindSchema
	.extend({
		unconverted: z.array(
			z.object({
				entity_id: id,
				title: z.string(),
				field: z.string(),
				value: z.unknown(),
				kept_as: z.string(),
			}),
		),
	})
	.openapi("DefinedKind");

export const removedKindSchema = z.object({ kind: z.string(), ...changed });

export const suggestionsSchema = z.object({
	suggestions: z
		.array(
			z.object({
				id,
				ref: z.string(),
				kind: z.string(),
				title: z.string(),
				project_id: id.nullable(),
				project_title: z.string().nullable(),
				state_key: z.string().nullable(),
			}),
		)
		.max(8),
});

const pathSchema = z
	.array(
		z.object({
			id,
			title: z.string(),
			relation: z.string().optional(),
			direction: z.enum(["outgoing", "incoming"]).optional(),
			through: z.string().optional().describe("The name by which one text leads to the next"),
		}),
	)
	.describe("The way from what was asked to what was found, step by step");

export const searchAnswerSchema = z
	.object({
		results: z
			.array(
				z.object({
					type: z.string(),
					id,
					ref: z.string(),
					project_id: id.nullable(),
					project_name: z.string().optional(),
					title: z.string(),
					snippet: z.string(),
					highlights: z.array(z.tuple([z.int().min(0), z.int().min(0)])),
					score: z.number(),
					legs: z.array(z.object({ leg: z.string(), rank: z.int().min(1), score: z.number() })),
					path: pathSchema.optional(),
				}),
			)
			.max(50),
		total: z.int().min(0),
		message: z.string(),
	})
	.openapi("SearchAnswer");

const contextItemSchema = z
	.object({
		id,
		ref: z.string(),
		kind: z.string(),
		title: z.string(),
		version: z.int().min(1),
		form: z.enum(["full", "clipped", "light", "title"]),
		content: z.string(),
		relevance: share,
		tokens,
		because: z.object({
			collector: z.string(),
			path: pathSchema,
			scores: z.object({
				semantic: share,
				structural: share,
				recency: share,
				typeMatch: share,
				userAffinity: share,
			}),
			reason: z.string(),
		}),
		blockId: z.string(),
		blockType: z.string(),
		metadata: z.object({ pageTitle: z.string(), lastModified: instant }),
	})
	.openapi("ContextItem");

export const contextPayloadSchema = z
	.object({
		id,
		revision: z.int().min(0),
		sections: z.array(
			z.object({
				type: z.string(),
				title: z.string(),
				tokenCount: tokens,
				frameTokens: tokens,
				items: z.array(contextItemSchema),
			}),
		),
		omitted: z.array(
			z.object({
				id,
				kind: z.string(),
				title: z.string(),
				reason: z.enum(["budget", "limit", "not_found"]),
				tokens: tokens.optional(),
			}),
		),
		metadata: z.object({
			totalTokens: tokens,
			frameTokens: z.int(),
			usedTokens: tokens,
			remainingBudget: tokens,
			budget: z.object({
				total: tokens,
				focus: tokens,
				semantic: tokens,
				relations: tokens,
				activity: tokens,
				history: tokens,
				system: tokens,
			}),
			tokenizer: z.string(),
			exact: z
				.boolean()
				.describe("False where the model's own tokenizer does not ship and counts err upwards"),
			recipe: z.string(),
			configHash: z.string(),
			focusBlockId: z.string().optional(),
			focusPageId: z.string().optional(),
			timestamp: instant,
			collectorsUsed: z.array(z.string()),
			collectorsFailed: z.array(z.object({ name: z.string(), reason: z.string() })),
			degraded: z.boolean(),
			cache: z.object({ hits: z.array(z.string()), misses: z.array(z.string()) }),
			blocksIncluded: z.int().min(0),
			blocksConsidered: z.int().min(0),
			timings: z.record(z.string(), z.number()),
			layers: z.array(z.object({ name: z.string(), hash: z.string(), tokens: z.int() })),
		}),
		serialized: z.string(),
	})
	.openapi("ContextPayload");

const modelSchema = z.object({ id: z.string(), provider: z.string() });

const workspaceSchema = z.object({ id, name: z.string() });
const workspaceRole = z.enum(["owner", "admin", "member", "guest"]);

export const meSchema = z
	.object({
		id,
		email: z.string().nullable(),
		display_name: z.string(),
		profile: z
			.object({
				role: z.string(),
				time_zone: z.string(),
				language: z.string(),
				answer_style: z.string(),
				about: z.string(),
			})
			.partial(),
		role: workspaceRole,
		workspace: workspaceSchema,
		workspaces: z.array(workspaceSchema),
		model: modelSchema.nullable(),
	})
	.openapi("Me");

const person = { id, email: z.string().nullable(), display_name: z.string() };

export const memberSchema = z.object({ ...person, role: workspaceRole }).openapi("Member");
export const membersSchema = z.object({ members: z.array(memberSchema) });

export const groupSchema = z.object({ id, name: z.string(), member_ids: z.array(id) }).openapi("Group");
export const groupsSchema = z.object({ groups: z.array(groupSchema) });

export const projectRightsSchema = z
	.object({
		project_id: id,
		visibility: z.enum(["private", "workspace"]),
		members: z.array(z.object({ ...person, role: z.enum(["viewer", "editor", "admin"]) })),
	})
	.openapi("ProjectRights");

const count = z.int().min(0);

export const projectGraphSchema = z
	.object({
		root_id: id,
		root_kind: z.string(),
		nodes: z.array(
			z.object({
				id,
				ref: z.string(),
				kind: z.string(),
				name: z.string(),
				state_key: z.string().nullable(),
				type_key: z.string().nullable(),
				direct_edge: z.boolean(),
				last_updated: z.iso.date(),
			}),
		),
		edges: z.array(
			z.object({ id, src_id: id, src_kind: z.string(), dst_id: id, dst_kind: z.string(), rel: z.string() }),
		),
		coverage: z.record(
			z.string(),
			z.object({ total: count, direct: count, unlinked: count, isolated: count }),
		),
		max_depth: z.int().optional().describe("light: how far from the project"),
		omitted: z.object({ nodes: count, edges: count }).optional().describe("light: what there is besides"),
		total: count.optional().describe("full: of all pages"),
		next_cursor: count.nullable().optional().describe("full: where the next page begins"),
	})
	.openapi("ProjectGraph");

export const sharesSchema = z
	.object({
		entity_id: id,
		shares: z.array(z.object({ grantee_id: id, level: z.enum(["read", "write"]) })),
	})
	.openapi("Shares");

const loggedRowSchema = z.object({
	table: z.enum(["entity", "edge", "own_kind"]),
	id,
	verb: z.enum(["created", "updated", "deleted", "restored"]),
	title: z.string(),
	kind: z.string().nullable(),
	fields: z.array(z.string()).nullable(),
	before: z.record(z.string(), z.unknown()).nullable().optional(),
	after: z.record(z.string(), z.unknown()).nullable().optional(),
});

export const changesSchema = z
	.object({
		revision: z.int().min(0),
		changes: z.array(
			z.object({
				id,
				revision: z.int().min(1),
				actor_id: id,
				actor_name: z.string(),
				via: z.string(),
				undoes: id.nullable(),
				created_at: instant,
				row_count: z.int().min(0),
				rows: z.array(loggedRowSchema),
			}),
		),
		next_cursor: z.string().nullable(),
	})
	.openapi("Changes");

export const undoneSchema = z
	.object({ ...changed, entities: z.array(entitySchema), edges: z.array(edgeSchema) })
	.openapi("Undone");

export const activitySchema = z
	.object({
		activity: z.array(
			z.object({
				entity_id: id,
				ref: z.string(),
				kind: z.string(),
				title: z.string(),
				state_key: z.string().nullable(),
				project_id: id.nullable(),
				action: z.enum(["view", "edit"]),
				at: instant,
			}),
		),
	})
	.openapi("Activity");

export const statusSchema = z.object({
	version: z.string(),
	revision: z.int().min(0),
	entities: z.int().min(0),
	index: z.object({
		words: z.object({ indexed: z.int(), pending: z.int(), failed: z.int() }),
		meaning: z.looseObject({}).nullable().describe("Null when there is no embedding model"),
	}),
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
	workspaces: z.array(z.object({ id, name: z.string(), meaning: z.looseObject({}).nullable() })),
});

export const tokenAnswerSchema = z.object({ id, token: z.string() });

export const tokensSchema = z.object({
	tokens: z.array(
		z
			.object({
				id,
				name: z.string(),
				mode: z.enum(["read", "write"]),
				project_ids: z.array(id).nullable(),
				created_at: instant,
				expires_at: instant.nullable(),
			})
			.openapi("Token"),
	),
});

export const revokedSchema = z.object({ id, revoked: z.literal(true) });

export const chatSchema = z
	.object({
		id,
		title: z.string(),
		settings: z.object({
			mentions: z.array(id).optional(),
			pins: z.array(id).optional(),
			always: z.array(z.string()).optional(),
		}),
		created_at: instant,
	})
	.openapi("Chat");

const diffSchema = z.array(
	z.object({
		subject: z.string(),
		field: z.string(),
		before: z.string().nullable(),
		after: z.string().nullable(),
	}),
);

export const approvalSchema = z
	.object({
		id,
		/** Null when an agent outside asked, not a chat. */
		chat_id: id.nullable(),
		message_id: id.nullable(),
		proposals: z.array(
			z.object({
				call_id: z.string(),
				tool: z.string(),
				tier: z.string(),
				summary: z.string(),
				operations: z.array(z.record(z.string(), z.unknown())),
				diff: diffSchema,
			}),
		),
		tainted: z.boolean(),
		state: z.enum(["pending", "approved", "denied", "failed"]),
		outcome: z.record(z.string(), z.unknown()),
		created_at: instant,
		expires_at: instant,
	})
	.openapi("Approval");

export const chatsSchema = z.object({ chats: z.array(chatSchema) });

export const chatWithMessagesSchema = chatSchema.extend({
	messages: z.array(
		z
			.object({
				id,
				role: z.enum(["user", "assistant"]),
				text: z.string(),
				parent_id: id.nullable(),
				context_id: id.nullable(),
				state: z.enum(["sent", "running", "answered", "stopped", "failed"]),
				details: z.record(z.string(), z.unknown()),
				created_at: instant,
			})
			.openapi("Message"),
	),
	approvals: z.array(approvalSchema),
});

export const toolsSchema = z.object({
	tools: z.array(
		z.object({
			name: z.string(),
			title: z.string(),
			description: z.string(),
			tier: z.enum(["R0", "R1", "W1", "W2"]),
			input_schema: z.record(z.string(), z.unknown()),
		}),
	),
});

export const toolAnswerSchema = z.object({
	text: z.string(),
	structured: z.record(z.string(), z.unknown()),
	/** What a person has to confirm before anything is done. */
	approval: approvalSchema
		.pick({ id: true, expires_at: true })
		.extend({ summary: z.string(), diff: diffSchema })
		.optional(),
});

const importReportSchema = z.looseObject({
	source: z.string(),
	entities: z.object({ created: z.int(), updated: z.int(), skipped: z.int() }),
	edges: z.looseObject({ created: z.int() }),
	losses: z.array(z.object({ what: z.string(), where: z.string(), why: z.string() })),
	seconds: z.number(),
});

export const importJobSchema = z
	.object({
		id,
		state: z.enum(["running", "done", "failed"]),
		progress: z
			.object({ stage: z.enum(["reading", "writing", "linking"]), done: z.int(), total: z.int() })
			.nullable(),
		report: importReportSchema.nullable(),
		problem: z.looseObject({ code: z.string(), detail: z.string() }).nullable(),
	})
	.openapi("ImportJob");

export const queryAnswerSchema = z
	.object({
		rows: z.array(
			z.looseObject({
				id,
				ref: z.string(),
				kind: z.string(),
				title: z.string(),
				state_key: z.string().nullable(),
			}),
		),
		total: z.int().min(0),
		truncated: z.boolean(),
	})
	.openapi("QueryAnswer");
