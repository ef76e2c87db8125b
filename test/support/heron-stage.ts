import type { z } from "@hono/zod-openapi";
import { entitySchema } from "../../src/contract/entity.ts";
import type { CallOptions } from "./http-caller.ts";
import { HERON, type HttpStage, MAREN, openHttpStage, PRIYA } from "./http-stage.ts";

type Entity = z.infer<typeof entitySchema>;

/** The demo behind a real server, with one of its projects to write into. */
export interface HeronStage extends HttpStage {
	/** The token of a member. */
	readonly priya: string;
	readonly heron: { readonly id: string; readonly ref: string };
	/** Makes a task in the project, or what else is said. */
	make(entity: object, options?: CallOptions): Promise<Entity>;
	patch(entity: { readonly id: string }, body: object, headers?: Record<string, string>): Promise<Response>;
}

export async function openHeronStage(): Promise<HeronStage> {
	const stage = await openHttpStage();
	const node = (await stage.served.demo.as(MAREN)).reader.graph.find(HERON);
	const heron = { id: node?.id ?? "", ref: node?.ref ?? "" };
	return {
		...stage,
		heron,
		priya: await stage.served.credential(PRIYA),
		make: (entity, options = {}) =>
			stage.read(entitySchema, "/api/entities", {
				body: { kind: "task", project_id: heron.id, ...entity },
				...options,
			}),
		patch: (entity, body, headers = {}) =>
			stage.call(`/api/entities/${entity.id}`, { method: "PATCH", body, headers }),
	};
}
