import type { Principal } from "../../src/graph/model/access.ts";
import type { Entity, NewEntity } from "../../src/graph/model/entity.ts";
import type { OwnKindDefinition } from "../../src/graph/model/own-kind.ts";
import type { Asking, AuthorStage, ScriptedCall } from "./author-stage.ts";

/** The input of a carrier: the stage, an order to hide, and a note of the asker's own to ask about. */
export interface Planting {
	readonly stage: AuthorStage;
	/** Any text. */
	readonly order: string;
	/** The same as a name: letters, digits and underscores. */
	readonly name: string;
	readonly own: Entity;
}

export interface Planted {
	readonly asking: Asking;
	/** Calls by which the model gets to read the order; none where it is in the first prompt. */
	readonly looks?: readonly ScriptedCall[];
	/** Writes that the looks themselves make, requested by the asker's own words. */
	readonly askedWrites?: number;
	/** Whose chat it is, where it is not the usual asker's. */
	readonly asker?: Principal;
	/** A turn that comes before in the same branch. */
	readonly before?: { readonly asking: Asking; readonly answer?: string };
}

export interface Carrier {
	readonly where: string;
	readonly plant: (planting: Planting) => Promise<Planted>;
	/** A picture holds no text that could be looked for in the prompt. */
	readonly isUnreadable?: true;
}

export const NOTE = { kind: "note", title: "Minutes", body: "Minutes." } as const;
export const titled = (stage: AuthorStage, title = "Minutes"): string => `${title} ${stage.next()}`;

export const foreign = ({ stage, order }: Planting, entity: Partial<NewEntity> = {}): Promise<Entity> =>
	stage.write({ ...NOTE, title: `${order.slice(0, 300)} ${stage.next()}`, ...entity }, stage.attacker);

export const link = async (
	stage: AuthorStage,
	by: Principal,
	edge: { src_id: string; rel: string; dst_id: string; text?: string },
) => (await stage.as(by)).writer.link(edge, "http");

export const defineForeign = async (
	{ stage }: Planting,
	definition: Partial<OwnKindDefinition> & { readonly kind: string },
) =>
	(await stage.as(stage.attacker)).writer.defineKind(
		{ label: definition.kind, fields: [], ...definition },
		"http",
	);
