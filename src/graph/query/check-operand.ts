import type { Attribute } from "./attribute.ts";
import type { Operand, Test } from "./checked-query.ts";
import { DATE_FORMS, readDateLiteral } from "./query-dates.ts";
import { joinChoices, quote } from "./query-error.ts";
import type { ValueSyntax } from "./query-syntax.ts";
import { resolveName } from "./resolve-name.ts";

/** Why a value cannot stand beside an attribute, and what could. */
export interface Misfit {
	readonly expected: readonly string[];
	readonly says: string;
}

const NULL_HINT = " To ask for entries without a value, write IS NULL.";

function refuse(attribute: Attribute, value: ValueSyntax, expected: readonly string[]): Misfit {
	const hint = value.type === "word" && value.text.toUpperCase() === "NULL" ? NULL_HINT : "";
	return {
		expected,
		says: `${quote(value.text)} does not fit ${attribute.name}, which takes ${joinChoices(expected)}.${hint}`,
	};
}

function readNumber(text: string): number | undefined {
	const number = Number(text);
	return text.trim() !== "" && Number.isFinite(number) ? number : undefined;
}

/** The value in the form its attribute is compared in, or why there is none. */
export function checkOperand(attribute: Attribute, test: Test, value: ValueSyntax): Operand | Misfit {
	const { text } = value;
	const isText = value.type !== "this";
	if (test === "contains") {
		return isText ? { type: "text", text } : refuse(attribute, value, ["a text"]);
	}
	switch (attribute.type) {
		case "json":
			return {
				expected: ["CONTAINS", "IS NULL"],
				says: `${attribute.name} takes CONTAINS and IS NULL only.`,
			};
		case "text":
			return isText ? { type: "text", text } : refuse(attribute, value, ["a text"]);
		case "id":
			return isText ? { type: "text", text } : { type: "this" };
		case "entity":
		case "computed":
			if (isText) return { type: "text", text };
			return test === "equals any" ? { type: "this" } : refuse(attribute, value, ["a title to sort by"]);
		case "number": {
			const number = isText ? readNumber(text) : undefined;
			return number === undefined ? refuse(attribute, value, ["a number"]) : { type: "number", number };
		}
		case "date": {
			const date = isText ? readDateLiteral(text) : null;
			return date === null ? refuse(attribute, value, [`a date (${DATE_FORMS})`]) : { type: "date", date };
		}
		case "option": {
			const option = isText ? resolveName(text, attribute.options) : undefined;
			if (option !== undefined) return { type: "option", position: attribute.options.indexOf(option) };
			if (attribute.options.length > 0) return refuse(attribute, value, attribute.options);
			return {
				expected: ["IS NULL"],
				says: `there are no values of ${attribute.name} here to compare with.`,
			};
		}
	}
}
