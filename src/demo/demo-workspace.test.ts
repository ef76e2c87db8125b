import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
	byTitle,
	DEMO_DAY,
	type DemoEntity,
	find,
	kinds,
	linksOf,
	privateProjects,
	projectKeys,
	repeated,
	UNRESOLVED_LINKS,
	workspace,
} from "../../test/support/read-demo.ts";
import { foldTitle } from "../graph/model/entity.ts";
import { checkFieldValue, type Field, isReference, listReferences } from "../graph/model/field.ts";
import { BUILT_IN_KINDS } from "../graph/model/kinds/kind-registry.ts";
import { canonicaliseEdge } from "../graph/model/relations.ts";

const GUIDE = readFileSync(new URL("../../docs/demo.md", import.meta.url), "utf8");

/** The families a type_key may name, for the kinds that have a fixed set. */
const FAMILIES: Readonly<Record<string, string>> = {
	project: "creative technical business service education personal",
	task: "execute create refine research review coordinate admin plan",
	plan: "timebox pipeline campaign roadmap process phase",
	goal: "outcome metric behavior learning",
	document: "context knowledge spec reference intake",
	risk: "technical schedule resource budget scope external quality",
	requirement: "functional non_functional constraint assumption dependency",
	output: "written media software operational",
};

const textOf = (entity: DemoEntity): string => `${entity.description}\n${entity.body}`;

const countWords = (text: string): number =>
	text.split(/\s+/).filter((word) => /\p{L}|\d/u.test(word)).length;

/** Whether somebody who may read `from` might not be allowed to read `to`. */
function reachesIntoHiding(from: DemoEntity, to: DemoEntity): boolean {
	const isHidden = (entity: DemoEntity): boolean =>
		entity.visibility === "private" || privateProjects.includes(entity.project_id ?? "");
	return isHidden(to) && !isHidden(from);
}

const crossesProjects = (from: DemoEntity, to: DemoEntity): boolean =>
	from.project_id !== null && to.project_id !== null && from.project_id !== to.project_id;

describe("entities", () => {
	test("keys and titles are unique, so that a link has one meaning", () => {
		expect(repeated(workspace.entities.map((entity) => entity.id))).toEqual([]);
		expect(repeated(workspace.entities.map((entity) => foldTitle(entity.title)))).toEqual([]);
	});

	test("there are 200 to 260 of them", () => {
		expect(workspace.entities.length).toBeGreaterThanOrEqual(200);
		expect(workspace.entities.length).toBeLessThanOrEqual(260);
	});

	test("every kind is used, and every project uses every ontology kind", () => {
		const used = new Set(workspace.entities.map((entity) => entity.kind));
		expect(kinds.all.map((kind) => kind.kind).filter((kind) => !used.has(kind))).toEqual([]);
		for (const project of projectKeys) {
			const inside = new Set(
				workspace.entities.filter((entity) => entity.project_id === project).map((entity) => entity.kind),
			);
			const missing = BUILT_IN_KINDS.filter((kind) => kind.scope === "project" && !inside.has(kind.kind));
			expect({ project, missing: missing.map((kind) => kind.kind) }).toEqual({ project, missing: [] });
		}
	});

	test("each stands in the right place, in a state its kind has, with a type key of its own scope", () => {
		const accounts = workspace.accounts.map((account) => account.id);
		for (const {
			id: key,
			kind: kindName,
			project_id: project,
			created_by: by,
			state_key: state,
			type_key: typeKey,
		} of workspace.entities) {
			const kind = kinds.get(kindName);
			expect(project !== null, key).toBe(kind.scope !== "workspace");
			if (kind.scope === "self") expect(project, key).toBe(key);
			if (project !== null) expect(find(project).kind, key).toBe("project");
			expect(accounts, key).toContain(by);
			if (state === undefined || state === null) expect(kind.initialState, key).toBeNull();
			else
				expect(
					kind.states.map((known) => known.key),
					key,
				).toContain(state);
			if (typeKey === null) continue;
			expect(typeKey, key).toMatch(/^[a-z_]+(\.[a-z_]+){1,3}$/);
			const [scope, family] = typeKey.split(".");
			expect(scope, key).toBe(kindName);
			if (FAMILIES[kindName]) expect(FAMILIES[kindName].split(" "), key).toContain(family);
		}
	});

	test("nothing was changed before it was made, and nothing comes from the future", () => {
		for (const { id, created_at: created = "", updated_at: updated = "" } of workspace.entities) {
			expect(created, id).toMatch(/^2\d{3}-\d\d-\d\dT08:00:00.000Z$/);
			expect(updated >= created, id).toBe(true);
			expect(updated.slice(0, 10) <= DEMO_DAY, id).toBe(true);
		}
	});

	test("every property is a declared field and holds what the field may hold", () => {
		for (const entity of workspace.entities) {
			const fields = new Map(
				kinds.get(entity.kind).fields.map((field): [string, Field] => [field.name, field]),
			);
			for (const [name, value] of Object.entries(entity.props)) {
				const field = fields.get(name);
				if (field === undefined || value === undefined)
					throw new Error(`${entity.id} has a stray "${name}".`);
				checkFieldValue(entity.kind, field, value);
			}
		}
	});

	test("references lead to an entity of the declared kind", () => {
		for (const entity of workspace.entities) {
			for (const field of kinds.get(entity.kind).fields.filter(isReference)) {
				const keys = listReferences(entity.props[field.name]);
				if (field.type === "note_ref") {
					expect(keys.map((key) => find(key).kind)).toEqual(keys.map(() => "note"));
				} else if (field.type === "entity_ref" || field.type === "entity_ref_list") {
					expect(keys.map((key) => find(key).kind)).toEqual(keys.map(() => field.kind));
					expect(keys.filter((key) => crossesProjects(entity, find(key)))).toEqual([]);
					expect(keys.filter((key) => reachesIntoHiding(entity, find(key)))).toEqual([]);
				}
			}
		}
	});

	test("work is assigned to people who exist", () => {
		const people = [
			...workspace.entities.filter((entity) => entity.kind === "Person").map((person) => person.title),
			...workspace.accounts.map((account) => account.display_name),
		];
		for (const { id: key, props } of workspace.entities.filter((entity) => entity.kind === "task")) {
			const assignees = Array.isArray(props.assignees) ? props.assignees : [];
			expect({ key, unknown: assignees.filter((name) => !people.includes(String(name))) }).toEqual({
				key,
				unknown: [],
			});
		}
	});
});

describe("edges", () => {
	test("each is stated in its stored form, between kinds it may join, within one project", () => {
		for (const edge of workspace.edges) {
			const src = find(edge.src_id);
			const dst = find(edge.dst_id);
			const stored = canonicaliseEdge({
				src: { id: src.id, kind: src.kind },
				rel: edge.rel,
				dst: { id: dst.id, kind: dst.kind },
				isOwnKind: kinds.isOwn,
			});
			expect([stored.src.id, stored.rel, stored.dst.id]).toEqual([edge.src_id, edge.rel, edge.dst_id]);
			expect(src, edge.src_id).not.toBe(dst);
			expect(crossesProjects(src, dst), `${edge.src_id} ${edge.rel} ${edge.dst_id}`).toBe(false);
		}
	});

	test("no edge is stated twice, and none states what is derived from text", () => {
		expect(repeated(workspace.edges.map((edge) => `${edge.src_id} ${edge.rel} ${edge.dst_id}`))).toEqual([]);
		expect(workspace.edges.filter((edge) => edge.rel === "mentions")).toEqual([]);
	});

	test("no stated edge repeats what a reference field already says", () => {
		const fromFields = workspace.entities.flatMap((entity) =>
			kinds
				.get(entity.kind)
				.fields.filter(isReference)
				.flatMap((field) =>
					listReferences(entity.props[field.name]).map(
						(key) =>
							`${entity.id} ${"rel" in field && field.rel !== undefined ? field.rel : field.name} ${key}`,
					),
				),
		);
		const stated = new Set(workspace.edges.map((edge) => `${edge.src_id} ${edge.rel} ${edge.dst_id}`));
		expect(fromFields.filter((edge) => stated.has(edge))).toEqual([]);
	});

	test("there are about two per entity, and some say what they are", () => {
		const perEntity = workspace.edges.length / workspace.entities.length;
		expect(perEntity).toBeGreaterThan(1.5);
		expect(perEntity).toBeLessThan(2.5);
		expect(workspace.edges.filter((edge) => edge.text !== "").length).toBeGreaterThan(20);
	});

	test("each project is joined to some of its entities and not to others", () => {
		for (const project of projectKeys) {
			const direct = new Set(
				workspace.edges.flatMap(({ src_id: src, dst_id: dst }) =>
					src === project ? [dst] : dst === project ? [src] : [],
				),
			);
			const inside = workspace.entities.filter(
				(entity) => entity.project_id === project && entity.id !== project,
			);
			expect(inside.some((entity) => direct.has(entity.id))).toBe(true);
			expect(inside.some((entity) => !direct.has(entity.id))).toBe(true);
		}
	});
});

describe("texts", () => {
	test("links lead to a title, except the ones left open on purpose", () => {
		const open = workspace.entities.flatMap(linksOf).filter((title) => !byTitle.has(foldTitle(title)));
		expect([...new Set(open)].sort()).toEqual([...UNRESOLVED_LINKS].sort());
	});

	test("links name titles to the letter, and never another project or something hidden from a reader", () => {
		for (const entity of workspace.entities) {
			for (const title of linksOf(entity)) {
				const target = byTitle.get(foldTitle(title));
				if (target === undefined) continue;
				expect(title).toBe(target.title);
				expect({ entity: entity.id, title, crosses: crossesProjects(entity, target) }).toMatchObject({
					crosses: false,
				});
				expect({ entity: entity.id, title, hidden: reachesIntoHiding(entity, target) }).toMatchObject({
					hidden: false,
				});
			}
		}
	});

	test("nothing outside names the purchase that only two may know of", () => {
		const secret = /kingfisher|acqui|buying brannock|purchase of brannock/i;
		const outside = workspace.entities.filter(
			(entity) => entity.visibility !== "private" && !privateProjects.includes(entity.project_id ?? ""),
		);
		const whole = (entity: DemoEntity): string =>
			`${entity.title}\n${textOf(entity)}\n${JSON.stringify(entity.props)}`;
		expect(outside.filter((entity) => secret.test(whole(entity))).map((entity) => entity.id)).toEqual([]);
	});

	test("every project has a context document and documents of substance", () => {
		for (const project of projectKeys) {
			const documents = workspace.entities.filter(
				(entity) => entity.project_id === project && entity.kind === "document",
			);
			const context = documents.filter((entity) => entity.type_key === "document.context.project");
			expect(context).toHaveLength(1);
			const joined = workspace.edges.filter(
				(edge) => edge.src_id === project && edge.rel === "has_context_document",
			);
			expect(joined.map((edge) => edge.dst_id)).toEqual(context.map((entity) => entity.id));
			const long = documents.filter((entity) => {
				const words = countWords(entity.body);
				return words >= 200 && words <= 600;
			});
			expect(long.length).toBeGreaterThanOrEqual(3);
		}
	});

	test("the guide to the demo counts right and names only titles that exist", () => {
		const named = [...GUIDE.matchAll(/\*([^*\n|]+)\*/g)].map((match) => match[1] ?? "");
		const titles = workspace.entities.map((entity) => entity.title);
		expect(GUIDE).toContain(
			`${workspace.entities.length} entities and ${workspace.edges.length} stated relations`,
		);
		expect(named.length).toBeGreaterThan(40);
		expect(named.filter((title) => !titles.includes(title) && !GUIDE.includes(`**${title}**`))).toEqual([]);
	});

	test("one note says that all of this is invented", () => {
		const saying = workspace.entities.filter((entity) => /does not exist/.test(textOf(entity)));
		expect(saying.map((entity) => entity.id)).toEqual(["note-welcome"]);
	});
});
