import type { Kind } from "./kind.ts";

/** Every word that questions ask for a kind by, in small letters. */
export const wordsOf = ({
	plural,
	kind,
	label,
	alsoCalled = [],
}: Pick<Kind, "plural" | "kind" | "label" | "alsoCalled">): readonly string[] =>
	[plural, kind, label, ...alsoCalled].map((word) => word.trim().toLowerCase());
