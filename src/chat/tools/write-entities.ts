import { z } from "zod";
import { titleSchema } from "../../contract/entity-request.ts";
import { MOST_WRITTEN } from "../../contract/limits.ts";
import type { Session } from "../../graph/graph.ts";
import type { EntityHeader } from "../../graph/model/entity.ts";
import { InvalidInputError } from "../../graph/model/errors.ts";
import { isReference } from "../../graph/model/field.ts";
import { newId } from "../../graph/model/ids.ts";
import { findEntity, findProject } from "./find-entity.ts";
import { linkInput, planLink } from "./link-entities.ts";
import { showShort } from "./shorten-schema.ts";
import { defineWriteTool, type Proposal } from "./tool.ts";
import { contents, planContents } from "./upsert-entity.ts";

const LOCAL_NAME = /^[a-z0-9_-]{1,40}$/i;
const MARK = "$";

const newEntity = contents.extend({
	as: z.string().regex(LOCAL_NAME, "A local name has letters, digits, - and _, such as plan.").optional(),
	kind: z.string(),
	title: titleSchema,
	project_id: z.string().optional(),
});

/** Described in words: the shape of an entity is that of upsert_entity, and of a link that of link_entities. */
const entities = showShort(z.array(newEntity).max(MOST_WRITTEN).default([]), {
	type: "array",
	items: { type: "object" },
	description: "Each as for upsert_entity: kind, title, …; `as` gives it a name for this call",
});
const links = showShort(z.array(linkInput).max(MOST_WRITTEN).default([]), {
	type: "array",
	items: { type: "object" },
	description: "Each as for link_entities: src_id, rel, dst_id; $name stands for a new entity",
});

type JsonValue = z.core.util.JSONType;

/** A new entity as others of the same call name it. */
type Local = Pick<EntityHeader, "id" | "kind" | "title" | "project_id">;

/** The names that the entities of one call have in it, and nowhere else. */
class LocalNames {
	readonly #byName = new Map<string, Local>();
	readonly #graph: Session["reader"]["graph"];

	constructor(graph: Session["reader"]["graph"]) {
		this.#graph = graph;
	}

	add(name: string | undefined, local: Local): void {
		if (name === undefined) return;
		if (this.#byName.has(name)) {
			throw new InvalidInputError(`Two entities are called "${name}" in this call. Give each its own "as".`, {
				field: "as",
			});
		}
		this.#byName.set(name, local);
	}

	find(name: string): Local | undefined {
		return name.startsWith(MARK) ? this.#byName.get(name.slice(MARK.length)) : undefined;
	}

	/** One of this call or one that is there. */
	get(name: string, what: string): Pick<EntityHeader, "id" | "kind" | "title"> {
		const local = this.find(name);
		if (local !== undefined) return local;
		if (name.startsWith(MARK) && this.#graph.listNamed(name).length === 0) {
			const known = [...this.#byName.keys()].map((each) => MARK + each).join(", ") || "none";
			throw new InvalidInputError(
				`No entity of this call is called "${name.slice(0, 60)}". Names given with "as": ${known}. Use one of them, an id, a ref or an exact title.`,
				{ field: what },
				"unknown_reference",
			);
		}
		return findEntity(this.#graph, name, what);
	}

	project(name: string | undefined): Pick<EntityHeader, "id" | "title"> | undefined {
		if (name === undefined) return undefined;
		if (name.startsWith(MARK)) return this.get(name, "project");
		return this.#graph.node(findProject(this.#graph, name) ?? "");
	}

	/** A reference field with ids in the place of local names, of which it holds one or a list. */
	resolve(value: JsonValue): JsonValue {
		const readName = (entry: JsonValue): JsonValue =>
			typeof entry === "string" ? (this.find(entry)?.id ?? entry) : entry;
		return Array.isArray(value) ? value.map(readName) : readName(value);
	}
}

const count = (number: number, one: string, several: string): string =>
	`${number} ${number === 1 ? one : several}`;

const merge = (summary: string, proposals: readonly Proposal[]): Proposal => ({
	summary,
	operations: proposals.flatMap(({ operations }) => operations),
	diff: proposals.flatMap(({ diff }) => diff),
	edges: proposals.flatMap(({ edges = [] }) => edges),
});

export const writeEntities = defineWriteTool({
	name: "write_entities",
	title: "Create several entities and links",
	description:
		"Create entities and links in one call, all or nothing; a person confirms more than 5. Undoable.",
	tier: "W1",
	isBatch: true,
	input: z.strictObject({ entities, links }),
	async plan({ entities: wanted, links: joined }, session): Promise<Proposal> {
		const { graph } = session.reader;
		if (wanted.length + joined.length === 0) {
			throw new InvalidInputError("There is nothing to write. Pass entities, links or both.", {
				field: "entities",
			});
		}
		const names = new LocalNames(graph);
		const ids = wanted.map(({ as, kind, title }) => {
			const id = newId();
			names.add(as, { id, kind, title, project_id: null });
			return id;
		});
		const made: Proposal[] = [];
		for (const [at, { as: _, kind: kindName, project_id, ...given }] of wanted.entries()) {
			const kind = graph.kinds.get(kindName);
			const references = new Set(kind.fields.filter(isReference).map(({ name }) => name));
			const props = Object.entries(given.props ?? {}).map(([name, value]): [string, JsonValue] => [
				name,
				references.has(name) ? names.resolve(value) : value,
			]);
			const project = names.project(project_id);
			const entity = { ...given, ...(given.props && { props: Object.fromEntries(props) }) };
			made.push(await planContents(entity, { kind, project, id: ids[at] as string }, session));
		}
		const linked = joined.map(({ src_id, dst_id, ...link }) =>
			planLink({ ...link, source: names.get(src_id, "source"), target: names.get(dst_id, "target") }, graph),
		);
		// A link that is there already would only count towards what a person has to confirm.
		const changing = linked.filter(({ diff }) => diff.length > 0);
		const parts = [
			...(made.length > 0 ? [count(made.length, "entity", "entities")] : []),
			...(changing.length > 0 || made.length === 0 ? [count(changing.length, "link", "links")] : []),
		];
		return merge(`create ${parts.join(" and ")}`, [...made, ...changing]);
	},
});
