import type { Json, JsonObject } from "../graph/model/json.ts";
import type { Operation } from "../graph/model/operation.ts";
import type { ProposedWrite } from "../graph/store/chat/approvals.ts";
import { hidesSomething } from "./show-hidden.ts";
import { printValue } from "./tools/print-value.ts";

/** More than this is scrolled past, not read. */
const MOST_READ = 4_000;

/** Keys that hold no words of their own: where something belongs, and what it is joined to. */
const WORDLESS: ReadonlySet<string> = new Set(["id", "kind", "project_id", "src_id", "dst_id", "rel"]);

type Shown = ProposedWrite["diff"];

const isShown = (value: Json | undefined, shown: Shown): boolean => {
	const text = printValue(value);
	return text === null || shown.some(({ after }) => after === text);
};

/** A property is words twice: what it is called, and what it holds. */
const isPropertyShown = ([name, value]: readonly [string, Json | undefined], shown: Shown): boolean =>
	isShown(value, shown) && shown.some(({ field }) => field === name || field === `props.${name}`);

function isRowShown({ props, ...columns }: JsonObject, shown: Shown): boolean {
	const worded = Object.entries(columns).filter(([key]) => !WORDLESS.has(key));
	return (
		worded.every(([, value]) => isShown(value, shown)) &&
		Object.entries((props ?? {}) as JsonObject).every((property) => isPropertyShown(property, shown))
	);
}

function readRow(operation: Operation): JsonObject | undefined {
	if (operation.op === "create") return operation.entity as unknown as JsonObject;
	if (operation.op === "update") return operation.patch as unknown as JsonObject;
	if (operation.op === "link") return operation.edge as unknown as JsonObject;
	return operation.op === "unlink" || operation.op === "delete" ? {} : undefined;
}

const isWhole = ({ operations, diff }: ProposedWrite): boolean =>
	operations.every((operation) => {
		const row = readRow(operation);
		return row !== undefined && isRowShown(row, diff);
	});

/**
 * Whether a person who saw the differences saw every word that would be stored. Only then may what they confirmed
 * count as theirs: an order that hides in a part nobody was shown must not be trusted because of a yes to the rest.
 */
export function showsWhole(proposals: readonly ProposedWrite[]): boolean {
	const words = proposals.flatMap(({ diff }) =>
		diff.flatMap(({ subject, field, after }) => [subject, field, after ?? ""]),
	);
	const length = words.reduce((sum, text) => sum + text.length, 0);
	return length <= MOST_READ && !words.some(hidesSomething) && proposals.every(isWhole);
}
