import { LONGEST_EDGE_TEXT } from "../../../contract/limits.ts";
import { checkText } from "../../model/check-input.ts";
import type { NewEdge } from "../../model/entity.ts";
import { ConflictError, EntityNotFoundError, InvalidInputError } from "../../model/errors.ts";
import { isId, newId } from "../../model/ids.ts";
import { ACYCLIC_RELATIONS, canonicaliseEdge } from "../../model/relations.ts";
import type { Endpoint } from "./load-rows.ts";
import type { PlannedRows } from "./planned-rows.ts";

/** One that is there already keeps its row, and gets the new text if one is given. */
export function planLink(rows: PlannedRows, input: NewEdge): void {
	const { src, rel, dst } = canonicaliseEdge({
		src: rows.readableEnd(input.src_id),
		rel: input.rel,
		dst: rows.readableEnd(input.dst_id),
		isOwnKind: rows.kinds.isOwn,
	});
	const source = rows.checkWritable(rows.readableEnd(src.id));
	const target = rows.readableEnd(dst.id);
	if (source.id === target.id) {
		throw new InvalidInputError("An entity cannot be linked to itself.", { field: "dst_id" }, "self_link");
	}
	if (!rows.kinds.mayJoin(source, target)) {
		throw new InvalidInputError(
			"A relation cannot join two projects. Link both to a note instead.",
			{ field: "dst_id" },
			"cross_project_edge",
		);
	}
	if (ACYCLIC_RELATIONS.includes(rel)) checkTree(rows, source, rel, target);
	const ends = { src_id: source.id, rel, dst_id: target.id };
	const existing = rows.findStated(ends);
	const text = input.text ?? existing?.text ?? "";
	checkText("text", text, LONGEST_EDGE_TEXT);
	if (existing) {
		rows.putEdge(existing.text === text ? existing : { ...existing, text });
	} else {
		const { accountId } = rows.access;
		const id = checkEdgeId(rows, input.id ?? newId());
		rows.putEdge({ id, ...ends, origin: "stated", text, created_by: accountId, created_at: rows.now });
	}
}

/** Code that walks a tree with a cycle would never end. */
function checkTree(rows: PlannedRows, source: Endpoint, rel: string, target: Endpoint): void {
	if (!rows.listAbove(rel, source.id).has(target.id)) return;
	throw new InvalidInputError(
		`"${target.title}" already stands above "${source.title}" by ${rel}; a tree cannot hold itself. Remove that relation first.`,
		{ field: "dst_id", rel },
		"cycle",
	);
}

function checkEdgeId(rows: PlannedRows, id: string): string {
	if (!isId(id)) throw new InvalidInputError(`"${id}" is no UUID.`, { field: "id" }, "invalid_id");
	if (!rows.isEdgeIdTaken(id)) return id;
	throw new ConflictError("This id is taken. Leave the id out to get a new one.", {}, "id_taken");
}

export function planUnlink(rows: PlannedRows, id: string): void {
	const edge = rows.findEdge(id);
	if (!edge) throw new EntityNotFoundError("relation");
	const source = rows.readableEnd(edge.src_id, "relation");
	rows.readableEnd(edge.dst_id, "relation");
	if (edge.origin !== "stated") {
		throw new InvalidInputError(
			"This relation comes from a link in a text or from a field. Change the text or the field instead.",
			{ field: "id" },
			"derived_edge",
		);
	}
	rows.checkWritable(source);
	rows.removeEdge(edge);
}
