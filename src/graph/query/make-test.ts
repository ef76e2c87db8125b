import { foldTitle } from "../model/entity.ts";
import type { Attribute } from "./attribute.ts";
import type { CheckedCondition, Operand, Test } from "./checked-query.ts";
import { compareTexts } from "./compare-texts.ts";
import { foldNames } from "./fold-names.ts";
import { type Calendar, compareDates } from "./query-dates.ts";
import type { Value } from "./read-values.ts";

type ValueTest = (value: Value) => boolean;

/** Returns the key that a value is looked up by; none for dates, because a day equals many moments. */
function keyOf(value: Value): string | number | undefined {
	if (value.type === "text") return value.text;
	if (value.type === "number") return value.number;
	return value.type === "option" ? value.position : undefined;
}

function keyFor(operand: Operand, thisId: string): string | number | undefined {
	switch (operand.type) {
		case "this":
			return thisId;
		case "text":
			return foldTitle(operand.text);
		case "number":
			return operand.number;
		case "option":
			return operand.position;
		default:
			return undefined;
	}
}

function textsOf(value: Value): readonly string[] {
	switch (value.type) {
		case "text":
			return [value.text];
		case "number":
			return [String(value.number)];
		case "entity":
			return [foldNames(value.row)[0]];
		case "json":
			return value.texts;
		default:
			return [foldTitle(value.text)];
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

/** `{this}` is compared by its id alone: another entity may have that id as its title. */
function makeEntityEquality(operands: readonly Operand[], thisId: string): ValueTest {
	const texts = operands.flatMap((operand) => (operand.type === "text" ? [foldTitle(operand.text)] : []));
	const ids = new Set([
		...texts,
		...operands.flatMap((operand) => (operand.type === "this" ? [thisId] : [])),
	]);
	const names = new Set(texts);
	return (value) => {
		if (value.type !== "entity") return false;
		const { row } = value;
		if (ids.has(row.id)) return true;
		return names.size > 0 && (names.has(row.ref) || foldNames(row).some((name) => names.has(name)));
	};
}

function makeEquality(type: Attribute["type"], operands: readonly Operand[], setting: Setting): ValueTest {
	const { thisId, calendar } = setting;
	if (type === "entity" || type === "computed") return makeEntityEquality(operands, thisId);
	if (type === "date") {
		const orders = operands.map((operand) => makeOrder(operand, calendar));
		return (value) => orders.some((order) => order(value) === 0);
	}
	const wanted = new Set(operands.map((operand) => keyFor(operand, thisId)));
	return (value) => wanted.has(keyOf(value));
}

interface Setting {
	readonly thisId: string;
	readonly calendar: Calendar;
}

/** Returns the test of a condition for one value. A row with several values passes when one of them does. */
export function makeTest(
	condition: CheckedCondition & { readonly test: Exclude<Test, "is missing"> },
	setting: Setting,
): ValueTest {
	const { path, operands } = condition;
	const [operand] = operands;
	switch (condition.test) {
		case "equals any":
			return makeEquality(path.last.attribute.type, operands, setting);
		case "contains": {
			const part = operand?.type === "text" ? foldPart(operand.text) : "";
			return (value) => textsOf(value).some((text) => text.includes(part));
		}
		default: {
			const order = makeOrder(operand, setting.calendar);
			const holds = HOLDS[condition.test];
			return (value) => holds(order(value));
		}
	}
}
