import { z } from "zod";
import { describeFieldType } from "../../context/collect/collect-schema.ts";
import { inOneLine } from "../../context/render/fence-text.ts";
import type { Field } from "../../graph/model/field.ts";
import type { Kind } from "../../graph/model/kind.ts";
import { compareTexts } from "../../graph/model/order.ts";
import { RELATIONS } from "../../graph/model/relations.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";
import { countThatFit } from "./fit-page.ts";
import { defineTool, maxTokens } from "./tool.ts";

const DEFAULT_BUDGET = 600;
/** More names than these say nothing; each kind can be asked for. */
const MOST_NAMES = 40;
const LONGEST_OPTIONS = 48;

interface CountedKind {
	readonly kind: Kind;
	readonly count: number;
}

/** The kinds by how many of their entities the reader may see, archived ones aside, as list_entities counts them. */
function countKinds(graph: GraphView): readonly CountedKind[] {
	const counts = new Map<string, number>();
	for (const { kind, archived_at } of graph.nodes()) {
		if (archived_at === null) counts.set(kind, (counts.get(kind) ?? 0) + 1);
	}
	return graph.kinds.all
		.map((kind) => ({ kind, count: counts.get(kind.kind) ?? 0 }))
		.sort((a, b) => b.count - a.count || compareTexts(a.kind.kind, b.kind.kind));
}

/** A field in few tokens: "due_at date", "priority 1-5", "lead →Person", "tags []". */
function printField(field: Field): string {
	const name = inOneLine(field.name);
	switch (field.type) {
		case "text":
			return name;
		case "text_list":
			return `${name} []`;
		case "number":
			return field.min === undefined || field.max === undefined
				? `${name} number`
				: `${name} ${field.min}-${field.max}`;
		case "select": {
			const options = field.options.map(inOneLine).join("|");
			return `${name} ${options.length <= LONGEST_OPTIONS ? options : `one of ${field.options.length}`}`;
		}
		case "entity_ref":
			return `${name} →${inOneLine(field.kind)}`;
		case "entity_ref_list":
			return `${name} →${inOneLine(field.kind)}[]`;
		default:
			return `${name} ${field.type}`;
	}
}

/** A computed field follows from others and cannot be written. */
const listFields = ({ fields }: Kind): readonly Field[] => fields.filter(({ type }) => type !== "computed");

const listStates = ({ states }: Kind): string =>
	states.map(({ key, terminal }) => `${inOneLine(key)}${terminal ? "*" : ""}`).join(", ");

function printKind({ kind, count }: CountedKind): string {
	const fields = listFields(kind).map(printField).join(", ");
	const states = listStates(kind);
	const parts = [...(fields === "" ? [] : [fields]), ...(states === "" ? [] : [`states ${states}`])];
	return `- ${inOneLine(kind.kind)} (${count})${parts.length === 0 ? "" : `: ${parts.join("; ")}`}\n`;
}

const listNames = (names: readonly string[]): string => {
	const left = names.length - MOST_NAMES;
	return names.slice(0, MOST_NAMES).join(", ") + (left > 0 ? ` and ${left} more` : "");
};

/** Counts edges of every relation that the reader may see. */
const listRelations = (graph: GraphView): readonly (readonly [rel: string, count: number])[] =>
	[...graph.countRelations()].sort(([a, m], [b, n]) => n - m || compareTexts(a, b));

/** From a summary of one line to all kinds with their fields: each level shows more than the one before. */
function printLevel(input: {
	readonly kinds: readonly CountedKind[];
	readonly relations: ReturnType<typeof listRelations>;
	readonly level: number;
}): string {
	const { kinds, relations, level } = input;
	const total = kinds.reduce((sum, { count }) => sum + count, 0);
	const head = `${total} entities of ${kinds.filter(({ count }) => count > 0).length} kinds that you may read.\n`;
	if (level === 0) return `${head}Call describe_workspace with more max_tokens for the kinds.\n`;
	const used = relations.map(([rel, count]) => `${inOneLine(rel)} ${count}`);
	const unused = RELATIONS.map(({ rel }) => rel).filter((rel) => !relations.some(([name]) => name === rel));
	const inUse = used.length === 0 ? "" : `Relations in use: ${listNames(used)}.\n`;
	const others =
		unused.length === 0 ? "" : `${used.length === 0 ? "Relations" : "Others"}: ${listNames(unused)}.\n`;
	const detailed = kinds.slice(0, level - 1);
	const rest = kinds.slice(level - 1).map(({ kind, count }) => `${inOneLine(kind.kind)} (${count})`);
	const named = rest.length === 0 ? "" : `Ask with kind for: ${listNames(rest)}.\n`;
	const legend = detailed.length === 0 ? "" : "Kinds (how many): fields; states, * ends:\n";
	return head + legend + detailed.map(printKind).join("") + named + inUse + others;
}

/** One kind with every option of its fields and the relations it is for. */
function printWhole({ kind, count }: CountedKind): string {
	const joins = RELATIONS.filter(
		({ sources, targets }) =>
			(sources !== "any" && sources.includes(kind.kind)) || targets?.includes(kind.kind),
	).map(({ rel, sources, targets }) => {
		const from = sources === "any" ? "any" : sources.join("|");
		return `- ${rel}: ${from} → ${targets?.join("|") ?? "any"}\n`;
	});
	const fields = listFields(kind).map(
		(field) => `- ${inOneLine(field.name)} (${inOneLine(describeFieldType(field))})\n`,
	);
	const states = listStates(kind);
	return [
		`${count} of kind ${inOneLine(kind.kind)} that you may read.\n`,
		fields.length === 0 ? "No declared fields: props take any.\n" : `Fields, in props:\n${fields.join("")}`,
		states === "" ? "No states.\n" : `States, * ends: ${states}\n`,
		joins.length === 0 ? "" : `Relations:\n${joins.join("")}`,
		"Any kind: references, mentions, relates_to.\n",
	].join("");
}

export const describeWorkspace = defineTool({
	name: "describe_workspace",
	title: "What there is",
	description:
		"Kinds with their fields and states, relations, and how many there are of each. Call it first.",
	tier: "R0",
	input: z.strictObject({
		kind: z.string().optional().describe("One kind, with all of its fields"),
		max_tokens: maxTokens.default(DEFAULT_BUDGET),
	}),
	async run({ kind: name, max_tokens }, { reader: { graph } }) {
		const kinds = countKinds(graph);
		const relations = listRelations(graph);
		const asked = name === undefined ? undefined : graph.kinds.get(name);
		const shown = asked === undefined ? kinds : kinds.filter(({ kind }) => kind.kind === asked.kind);
		const levels = { most: kinds.length + 1, maxTokens: max_tokens };
		const print = (level: number): string => printLevel({ kinds, relations, level });
		const [only] = asked === undefined ? [] : shown;
		return {
			text: only === undefined ? print(countThatFit({ ...levels, print })) : printWhole(only),
			structured: {
				kinds: shown.slice(0, MOST_NAMES).map(({ kind, count }) => ({ kind: kind.kind, count })),
				relations:
					asked === undefined ? relations.slice(0, MOST_NAMES).map(([rel, count]) => ({ rel, count })) : [],
			},
		};
	},
});
