import type { ContextItem, ContextPayload, ContextSection } from "../../../context/model/payload.ts";
import { colors } from "./talk.ts";

const BAR = 32;
const LEFT_OUT_SHOWN = 12;
const TITLE_WIDTH = 58;
const STEP_WIDTH = 40;
const KIND_WIDTH = 11;
/** Where the text of an item begins: under its title. */
const INDENT = " ".repeat(2 + 6 + 2 + 8 + KIND_WIDTH + 1);
const LEVELS = "▁▂▃▄▅▆▇█";

/** The parts of a score in the order they are drawn, with their labels. */
const PARTS = {
	semantic: "match",
	structural: "nearness",
	recency: "recency",
	typeMatch: "kind",
	userAffinity: "yours",
} as const satisfies Record<keyof ContextItem["because"]["scores"], string>;

const REASONS: Readonly<Record<ContextPayload["omitted"][number]["reason"], string>> = {
	budget: "no room",
	limit: "over a limit",
	relevance: "far below the best",
	not_found: "not found",
};

const bar = (share: number): string => {
	const filled = Math.min(BAR, Math.max(share > 0 ? 1 : 0, Math.round(share * BAR)));
	return "█".repeat(filled) + colors.dim("·".repeat(BAR - filled));
};

const tokens = (count: number): string => count.toLocaleString("en").padStart(6);

const clip = (text: string, width: number): string =>
	text.length > width ? `${text.slice(0, width - 1)}…` : text;

const drawLevel = (part: number): string =>
	LEVELS[Math.min(LEVELS.length - 1, Math.floor(part * LEVELS.length))] ?? "";

function drawScore({ relevance, because: { scores } }: ContextItem): string {
	const parts = (Object.keys(PARTS) as (keyof typeof PARTS)[]).map((part) => drawLevel(scores[part]));
	return `${relevance.toFixed(2).replace(/^0/, "")} ${parts.join("")}`;
}

/** A block is named by its first words; its page is named above it anyway. */
function nameItem({ id, blockId, blockType, kind, title, content }: ContextItem): readonly [string, string] {
	if (blockId === id) return [kind, title];
	const first = content.split("\n").find((line) => line.startsWith("> ")) ?? "";
	return [blockType, first.slice(2).trim()];
}

/**
 * Returns the path from the focus or a match to the item, without the item's own title; empty where there is no path.
 */
function tracePath({ because: { path, reason } }: ContextItem): string {
	if (path.length < 2) return reason;
	const steps = path.flatMap(({ title, relation }, index) => [
		...(relation ? [relation] : []),
		...(index < path.length - 1 ? [clip(title, STEP_WIDTH)] : []),
	]);
	return `${reason}  ${colors.dim(`${steps.join(" → ")} → this`)}`;
}

function explainItem(item: ContextItem): readonly string[] {
	const [kind, name] = nameItem(item);
	const title = clip(name, TITLE_WIDTH).padEnd(TITLE_WIDTH);
	return [
		`  ${tokens(item.tokens)}  ${item.form.padEnd(7)} ${colors.cyan(clip(kind, KIND_WIDTH).padEnd(KIND_WIDTH))} ${colors.bold(title)} ${colors.dim(item.ref)}  ${drawScore(item)}`,
		`${INDENT}${colors.dim("because")} ${tracePath(item)}`,
	];
}

function explainSection(section: ContextSection, total: number): readonly string[] {
	const { title, tokenCount, items } = section;
	return [
		"",
		`${bar(tokenCount / total)} ${tokens(tokenCount)}  ${colors.bold(title)}`,
		...items.flatMap(explainItem),
		...(items.length === 0 ? [colors.dim(`${" ".repeat(10)}lines of its own, no items`)] : []),
	];
}

/** Returns, for example, "12 over a limit, 3 no room". */
function countReasons(omitted: ContextPayload["omitted"]): string {
	const counts = new Map<string, number>();
	for (const { reason } of omitted) counts.set(REASONS[reason], (counts.get(REASONS[reason]) ?? 0) + 1);
	return [...counts].map(([reason, count]) => `${count} ${reason}`).join(", ");
}

function explainOmissions(omitted: ContextPayload["omitted"]): readonly string[] {
	if (omitted.length === 0) return [];
	const shown = omitted.slice(0, LEFT_OUT_SHOWN).map(({ reason, kind = "", title, id }) => {
		const named = clip(title ?? id, TITLE_WIDTH);
		return `  ${REASONS[reason].padEnd(14)} ${colors.cyan(kind.padEnd(KIND_WIDTH))} ${named}`;
	});
	const hidden = omitted.length - shown.length;
	return [
		"",
		colors.bold(`Left out: ${countReasons(omitted)}`),
		...shown,
		...(hidden > 0 ? [colors.dim(`  and ${hidden} more; --json lists them all`)] : []),
	];
}

/** Explains a context: how the budget was spent, what it includes and why, and what it leaves out. */
export function explainContext(payload: ContextPayload): string {
	const { metadata, sections, omitted } = payload;
	const { totalTokens, frameTokens, budget, tokenizer, exact, recipe } = metadata;
	const stages = Object.entries(metadata.timings).filter(([name]) => !name.startsWith("collect "));
	const time = stages.reduce((sum, [, value]) => sum + value, 0);
	const hasItems = sections.some(({ items }) => items.length > 0);
	return [
		`${bar(totalTokens / budget.total)} ${tokens(totalTokens)} of ${budget.total.toLocaleString("en")} tokens (${tokenizer}, ${exact ? "exact" : "at most"}) · recipe ${recipe} · ${time.toFixed(1)} ms`,
		`Read as: ${metadata.plan.readAs}`,
		...(metadata.plan.query === undefined ? [] : [`Query:   ${metadata.plan.query}`]),
		...sections.flatMap((section) => explainSection(section, budget.total)),
		"",
		`${bar(frameTokens / budget.total)} ${tokens(frameTokens)}  ${colors.bold("Frame")} ${colors.dim("headings, date, question")}`,
		...(hasItems
			? [
					"",
					colors.dim(
						`Behind each item: its score and its parts ${Object.values(PARTS).join(", ")}, each from ▁ to █.`,
					),
				]
			: []),
		...explainOmissions(omitted),
		...metadata.collectorsFailed.map(({ name, reason }) =>
			colors.yellow(`The ${name} collector failed: ${reason}`),
		),
	].join("\n");
}
