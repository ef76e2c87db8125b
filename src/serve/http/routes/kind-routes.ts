import { z } from "zod";
import {
	definedKindSchema,
	kindPatchSchema,
	kindsSchema,
	newKindSchema,
	removedKindSchema,
} from "../../../contract/kind.ts";
import { ConflictError, EntityNotFoundError } from "../../../graph/model/errors.ts";
import type { Kind } from "../../../graph/model/kind.ts";
import type { KindRegistry } from "../../../graph/model/kinds/kind-registry.ts";
import { makeOwnKind, type OwnKindDefinition, readLight } from "../../../graph/model/own-kind.ts";
import { withoutUndefined } from "../../../graph/model/without-undefined.ts";
import type { Api } from "../exchange/api.ts";

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
		async ({ session, body, origin, answerWrite }) => {
			if (session.reader.graph.kinds.isOwn(body.kind)) {
				const message = `There is a kind called "${body.kind}". Change that one, or choose another name.`;
				throw new ConflictError(message, { field: "kind" }, "kind_taken");
			}
			const definition = withoutUndefined(body) as OwnKindDefinition;
			const committed = await session.writer.defineKind(definition, origin);
			const { unconverted } = committed;
			return answerWrite(committed, { ...presentKind(makeOwnKind(definition)), unconverted }, 201);
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
		async ({ session, params, body, origin, answerWrite }) => {
			const known = findDefinition(session.reader.graph.kinds, params.kind);
			const definition = { ...known, ...withoutUndefined(body) } as OwnKindDefinition;
			const committed = await session.writer.defineKind(definition, origin);
			const { unconverted } = committed;
			return answerWrite(committed, {
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
		async ({ session, params, origin, answerWrite }) => {
			const committed = await session.writer.removeKind(params.kind, origin);
			return answerWrite(committed, (written) => ({ kind: params.kind, ...written }));
		},
	);
}
