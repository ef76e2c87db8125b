import { z } from "zod";
import { wql } from "../../../contract/fields.ts";
import { definedKindSchema, kindsSchema, removedKindSchema } from "../../../contract/kind.ts";
import { LONGEST_NAME, MOST_FIELDS, MOST_WORDS } from "../../../contract/limits.ts";
import { ConflictError, EntityNotFoundError } from "../../../graph/model/errors.ts";
import type { Kind } from "../../../graph/model/kind.ts";
import type { KindRegistry } from "../../../graph/model/kinds/kind-registry.ts";
import { makeOwnKind, type OwnKindDefinition, readLight } from "../../../graph/model/own-kind.ts";
import { answerWrite, writeOrigin } from "../exchange/answer-write.ts";
import type { Api } from "../exchange/api.ts";
import { withoutUndefined } from "../exchange/without-undefined.ts";

const text = z.string().max(LONGEST_NAME);
const words = z.array(text.min(1)).max(MOST_WORDS);
const base = { name: text, label: text.optional(), rel: text.optional(), says: words.optional() };

/** A field in a definition; the other options depend on its type. */
const fieldSchema = z
	.discriminatedUnion("type", [
		z.strictObject({ ...base, type: z.enum(["text", "email", "date", "json", "text_list", "note_ref"]) }),
		z.strictObject({
			...base,
			type: z.literal("number"),
			min: z.number().optional(),
			max: z.number().optional(),
			integer: z.boolean().optional(),
		}),
		z.strictObject({ ...base, type: z.literal("select"), options: z.array(text).min(1).max(MOST_FIELDS) }),
		z.strictObject({ ...base, type: z.enum(["entity_ref", "entity_ref_list"]), kind: text }),
		z.strictObject({ ...base, type: z.literal("computed"), query: wql }),
	])
	.meta({ id: "KindField" });

const shape = {
	label: text.min(1),
	plural: text.min(1).optional(),
	also_called: words.optional(),
	closed_states: words.optional().describe("States after which nothing more is expected"),
	settled_states: words.optional().describe("States in which nothing is open any more"),
	active_states: words.optional().describe("States in which work is going on"),
	blocked_states: words.optional().describe("States in which something else keeps it from going on"),
	start_field: text.nullish().describe("The date field that says when it begins; null for none"),
	due_field: text
		.nullish()
		.describe("The date field that says when it is due; `due_at` by its name; null for none"),
	assignee_field: text.nullish().describe("The text or text_list field that names who is to do it"),
	light_fields: z
		.array(z.union([text, z.strictObject({ name: text, clip: z.int().min(1).optional() })]))
		.max(MOST_FIELDS)
		.nullish()
		.describe("The light form after the name, and where texts are cut; null for all fields"),
	fields: z.array(fieldSchema).max(MOST_FIELDS),
	icon: text.optional(),
	hue: z.number().min(0).max(360).optional(),
};

const newKindSchema = z.strictObject({ kind: text, ...shape }).meta({ id: "NewKind" });
const kindPatchSchema = z.strictObject(shape).partial().meta({ id: "KindPatch" });
const kindParams = z.object({ kind: z.string() });

const presentKind = (declared: Kind, isBuiltIn = false) => {
	const { kind, label, plural, icon, hue, states, fields, dates, assignedBy, titleName } = declared;
	const light = declared.definition
		? declared.definition.light_fields?.map(readLight)
		: declared.light.filter(({ name }) => name !== titleName);
	return {
		...{ kind, label, plural, icon, hue, states, fields },
		start_field: dates?.start ?? null,
		due_field: dates?.due ?? null,
		assignee_field: assignedBy ?? null,
		light_fields: light?.map(({ name, clip }) => ({ name, ...(clip !== undefined && { clip }) })) ?? null,
		built_in: isBuiltIn,
	};
};

/** Returns the definition of a workspace's own kind; built-in kinds cannot be redefined. */
function findDefinition(kinds: KindRegistry, name: string): OwnKindDefinition {
	const found = kinds.find(name)?.definition;
	if (found === undefined) throw new EntityNotFoundError("kind of your own");
	return found;
}

/** The built-in kinds and those of the workspace. */
export function addKindRoutes(api: Api): void {
	api.signedIn(
		"GET /api/kinds",
		{ summary: "The kinds of the workspace", answer: kindsSchema },
		({ session }) => {
			const { kinds } = session.reader.graph;
			return { kinds: kinds.all.map((kind) => presentKind(kind, !kinds.isOwn(kind.kind))) };
		},
	);

	api.signedIn(
		"POST /api/kinds",
		{ summary: "Define a kind of your own", body: newKindSchema, answer: definedKindSchema, status: 201 },
		async ({ context, session, body }) => {
			if (session.reader.graph.kinds.isOwn(body.kind)) {
				const message = `There is a kind called "${body.kind}". Change that one, or choose another name.`;
				throw new ConflictError(message, { field: "kind" }, "kind_taken");
			}
			const definition = withoutUndefined(body) as OwnKindDefinition;
			const committed = await session.writer.defineKind(definition, writeOrigin(session));
			const { unconverted } = committed;
			return answerWrite(
				context,
				session,
				committed,
				{ ...presentKind(makeOwnKind(definition)), unconverted },
				201,
			);
		},
	);

	api.signedIn(
		"PATCH /api/kinds/{kind}",
		{
			summary: "Change a kind of your own; values that no longer fit are set aside and listed",
			params: kindParams,
			body: kindPatchSchema,
			answer: definedKindSchema,
		},
		async ({ context, session, params, body }) => {
			const known = findDefinition(session.reader.graph.kinds, params.kind);
			const definition = { ...known, ...withoutUndefined(body) } as OwnKindDefinition;
			const committed = await session.writer.defineKind(definition, writeOrigin(session));
			const { unconverted } = committed;
			return answerWrite(context, session, committed, {
				...presentKind(makeOwnKind(definition)),
				unconverted,
			});
		},
	);

	api.signedIn(
		"DELETE /api/kinds/{kind}",
		{
			summary: "Remove a kind of your own that nothing is of",
			params: kindParams,
			answer: removedKindSchema,
		},
		async ({ context, session, params }) => {
			const committed = await session.writer.removeKind(params.kind, writeOrigin(session));
			return answerWrite(context, session, committed, (written) => ({ kind: params.kind, ...written }));
		},
	);
}
