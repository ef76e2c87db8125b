import type { ContextItem, ContextPayload, ContextSection } from "../../context/model/payload.ts";
import { colors } from "./colors.ts";

const BAR = 32;
const MARGIN = 2;
const LEFT_OUT_SHOWN = 12;

const bar = (share: number): string => {
	const filled = Math.min(BAR, Math.max(share > 0 ? 1 : 0, Math.round(share * BAR)));
	return "█".repeat(filled) + colors.dim("·".repeat(BAR - filled));
};

const tokens = (count: number): string => count.toLocaleString("en").padStart(6);

const clip = (text: string, width: number): string =>
	text.length > width ? `${text.slice(0, width - 1)}…` : text;

/** The way from the question to the item, as far as it is more than the item itself. */
function describePath({ because }: ContextItem): string {
	if (because.path.length < 2) return because.reason;
	return because.path
		.map(({ title, relation }) => (relation ? `${relation} → ${clip(title, 40)}` : clip(title, 40)))
		.join(" → ");
}

function explainItem(item: ContextItem): string[] {
	const { scores } = item.because;
	const parts = [
		`match ${scores.semantic.toFixed(2)}`,
		`distance ${scores.structural.toFixed(2)}`,
		`recency ${scores.recency.toFixed(2)}`,
		`type ${scores.typeMatch.toFixed(2)}`,
		`yours ${scores.userAffinity.toFixed(2)}`,
	];
	return [
		`  ${tokens(item.tokens)}  ${item.form.padEnd(7)} ${colors.cyan(item.kind.padEnd(11))} ${colors.bold(clip(item.title, 60))} ${colors.dim(item.ref)}`,
		`${" ".repeat(MARGIN + 8)}${colors.dim(`because ${describePath(item)}  ·  score ${item.relevance.toFixed(2)} = ${parts.join(", ")}`)}`,
	];
}

function explainSection(section: ContextSection, total: number): string[] {
	return [
		"",
		`${bar(section.tokenCount / total)} ${tokens(section.tokenCount)}  ${colors.bold(section.title)}`,
		...section.items.flatMap(explainItem),
		...(section.items.length === 0 ? [colors.dim("          lines of its own, no items")] : []),
	];
}

/** "12 by limit, 3 by budget". */
function countReasons(omitted: ContextPayload["omitted"]): string {
	const counts = new Map<string, number>();
	for (const { reason } of omitted) counts.set(reason, (counts.get(reason) ?? 0) + 1);
	return [...counts].map(([reason, count]) => `${count} by ${reason}`).join(", ");
}

/** A context laid open: how the budget was spent, what is in it and why, what is not. */
export function explainContext(payload: ContextPayload): string {
	const { metadata, sections, omitted } = payload;
	const share = metadata.totalTokens / metadata.budget.total;
	const stages = Object.entries(metadata.timings).filter(([name]) => !name.startsWith("collect "));
	const time = stages.reduce((sum, [, value]) => sum + value, 0);
	const left = omitted
		.slice(0, LEFT_OUT_SHOWN)
		.map(
			(omission) =>
				`  ${omission.reason.padEnd(9)} ${colors.cyan((omission.kind ?? "").padEnd(11))} ${clip(omission.title ?? omission.id, 70)}`,
		);
	return [
		`${bar(share)} ${tokens(metadata.totalTokens)} of ${metadata.budget.total.toLocaleString("en")} tokens (${metadata.tokenizer}, ${metadata.exact ? "exact" : "at most"}) · recipe ${metadata.recipe} · revision ${payload.revision} · ${time.toFixed(1)} ms`,
		...sections.flatMap((section) => explainSection(section, metadata.budget.total)),
		"",
		`${bar(metadata.frameTokens / metadata.budget.total)} ${tokens(metadata.frameTokens)}  ${colors.bold("Frame")} ${colors.dim("headings, date, question")}`,
		...(left.length > 0 ? ["", colors.bold(`Left out: ${countReasons(omitted)}`), ...left] : []),
		...(omitted.length > LEFT_OUT_SHOWN
			? [colors.dim(`  and ${omitted.length - LEFT_OUT_SHOWN} more; --json lists them all`)]
			: []),
		...metadata.collectorsFailed.map(({ name, reason }) =>
			colors.yellow(`The ${name} collector failed: ${reason}`),
		),
	].join("\n");
}
