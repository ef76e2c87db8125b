import type { Reader } from "../graph/graph.ts";
import { type Field, listReferences } from "../graph/model/field.ts";
import type { Json } from "../graph/model/json.ts";
import { isEmpty } from "../graph/model/light-field.ts";
import { readPlainText } from "../graph/model/plain-text.ts";
import { makeReaderDays } from "../graph/model/reader-days.ts";
import { walkMentions } from "./collect/collect-mentioned.ts";
import { clipText, formatValue } from "./render/fence-text.ts";

/** A field in words, with references as `@Name [id:…]`. */
export interface ResolvedField {
	readonly name: string;
	readonly value: string;
}

export interface RichEntityContext {
	readonly id: string;
	readonly name: string;
	readonly type_name: string;
	/** 0 for what was mentioned, 1 and 2 for what is that many references away. */
	readonly depth: number;
	readonly fields: readonly ResolvedField[];
	/** The notes that its fields hold. */
	readonly referencedNoteIds: readonly string[];
}

export interface EntityLinkedNote {
	readonly id: string;
	readonly title: string;
	/** Its text without markup, at most 2,000 characters. */
	readonly excerpt: string;
}

export interface MentionedContext {
	readonly richEntities: readonly RichEntityContext[];
	readonly entityLinkedNotes: readonly EntityLinkedNote[];
}

const DEEPEST = 2;
const LONGEST_EXCERPT = 2_000;

/** Builds the context of mentioned entities: their references, two steps far, and the notes in their fields. */
export async function buildRichEntityContext(
	{ graph, rows, profile }: Reader,
	mentions: readonly string[],
): Promise<MentionedContext> {
	const { time_zone: timeZone = "UTC" } = await profile();
	const { today } = makeReaderDays({ timeZone });
	const walk = walkMentions({ graph, mentions, deepest: DEEPEST, today, timeZone });
	const nameOf = (id: string): string[] => {
		const target = graph.node(id);
		return target === undefined ? [] : [`@${target.title} [id:${id}]`];
	};
	const resolve = (field: Field, value: Json | undefined): string => {
		const isReference = field.type === "entity_ref" || field.type === "entity_ref_list";
		if (isReference || field.type === "note_ref") return listReferences(value).flatMap(nameOf).join(", ");
		return value === undefined || isEmpty(value) ? "" : formatValue(value);
	};
	const notes = await rows.getMany(walk.noteIds);
	return {
		richEntities: walk.entities.map(({ node, depth }) => {
			const kind = graph.kinds.get(node.kind);
			const held = kind.fields.filter(({ type }) => type === "note_ref");
			return {
				...{ id: node.id, name: node.title, type_name: kind.label, depth },
				fields: kind.fields.flatMap((field) => {
					const value = resolve(
						field,
						field.name === kind.stateField ? node.state_key : node.props[field.name],
					);
					return value === "" ? [] : [{ name: field.name, value }];
				}),
				referencedNoteIds: held
					.flatMap(({ name }) => listReferences(node.props[name]))
					.filter((id) => graph.node(id) !== undefined),
			};
		}),
		entityLinkedNotes: walk.noteIds.flatMap((id) => {
			const note = notes.get(id);
			if (note === undefined) return [];
			return [{ id, title: note.title, excerpt: clipText(readPlainText(note.body), LONGEST_EXCERPT) }];
		}),
	};
}
