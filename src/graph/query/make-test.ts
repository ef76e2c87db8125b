import { foldTitle } from "../model/entity.ts";
import type { CheckedCondition, Operand, Test } from "./checked-query.ts";
import { compareTexts } from "./compare-texts.ts";
import { type Calendar, compareDates } from "./query-dates.ts";
import type { Value } from "./read-values.ts";

type ValueTest = (value: Value) => boolean;

/** What one value is known by when it is looked for. Dates have no such key: a day equals many moments. */
function keysOf(value: Value): readonly string[] {
	switch (value.type) {
		case "text":
			return [value.text];
		case "number":
			return [String(value.number)];
		case "option":
			return [String(value.position)];
		case "entity": {
			const { id, ref, title, aliases } = value.row;
			return [`id ${id}`, `ref ${ref}`, ...[title, ...aliases].map((name) => `name ${foldTitle(name)}`)];
		}
		default:
			return [];
	}
}

function keysFor(operand: Operand, thisId: string, isEntity: boolean): readonly string[] {
	switch (operand.type) {
		case "this":
			return isEntity ? [`id ${thisId}`] : [thisId];
		case "number":
			return [String(operand.number)];
		case "option":
			return [String(operand.position)];
		case "text": {
			const text = foldTitle(operand.text);
			return isEntity ? [`id ${text}`, `ref ${text}`, `name ${text}`] : [text];
		}
		default:
			return [];
	}
}

function textsOf(value: Value): readonly string[] {
	switch (value.type) {
		case "number":
			return [String(value.number)];
		case "entity":
			return [foldTitle(value.row.title)];
		case "json":
			return value.texts;
		default:
			return [value.text];
	}
}

/** Like `foldTitle`, but a space at either end was typed on purpose. */
const foldPart = (text: string): string => text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ");

/** Below 0 when the value comes first. */
function makeOrder(operand: Operand | undefined, calendar: Calendar): (value: Value) => number {
	switch (operand?.type) {
		case "number":
			return (value) => (value.type === "number" ? value.number - operand.number : Number.NaN);
		case "option":
			return (value) => (value.type === "option" ? value.position - operand.position : Number.NaN);
		case "date": {
			const bound = calendar.resolve(operand.date);
			return (value) => (value.type === "date" ? compareDates(value.date, bound) : Number.NaN);
		}
		case "text": {
			const text = foldTitle(operand.text);
			return (value) => compareTexts(textsOf(value)[0] ?? "", text);
		}
		default:
			return () => Number.NaN;
	}
}

const HOLDS: Readonly<Record<"<" | "<=" | ">" | ">=", (order: number) => boolean>> = {
	"<": (order) => order < 0,
	"<=": (order) => order <= 0,
	">": (order) => order > 0,
	">=": (order) => order >= 0,
};

function makeEquality({ path, operands }: CheckedCondition, thisId: string, calendar: Calendar): ValueTest {
	const { type } = path.last.attribute;
	if (type === "date") {
		const orders = operands.map((operand) => makeOrder(operand, calendar));
		return (value) => orders.some((order) => order(value) === 0);
	}
	const isEntity = type === "entity" || type === "computed";
	const wanted = new Set(operands.flatMap((operand) => keysFor(operand, thisId, isEntity)));
	return (value) => keysOf(value).some((key) => wanted.has(key));
}

/** What a condition asks of one value. A row with several values passes when one of them does. */
export function makeTest(
	condition: CheckedCondition & { readonly test: Exclude<Test, "is missing"> },
	{ thisId, calendar }: { readonly thisId: string; readonly calendar: Calendar },
): ValueTest {
	const [operand] = condition.operands;
	switch (condition.test) {
		case "equals any":
			return makeEquality(condition, thisId, calendar);
		case "contains": {
			const part = operand?.type === "text" ? foldPart(operand.text) : "";
			return (value) => textsOf(value).some((text) => text.includes(part));
		}
		default: {
			const order = makeOrder(operand, calendar);
			const holds = HOLDS[condition.test];
			return (value) => holds(order(value));
		}
	}
}
