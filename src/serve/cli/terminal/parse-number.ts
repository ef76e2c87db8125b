import { InvalidArgumentError } from "commander";

/** A whole number within bounds, or a refusal that names them. */
export const parseNumber =
	(low: number, high: number) =>
	(text: string): number => {
		const value = Number(text);
		if (text.trim() !== "" && Number.isInteger(value) && value >= low && value <= high) return value;
		throw new InvalidArgumentError(`It takes a whole number from ${low} to ${high}.`);
	};
