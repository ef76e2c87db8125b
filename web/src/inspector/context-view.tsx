import { Pin } from "lucide-react";
import { type CSSProperties, memo, useMemo, useState } from "react";
import type { AnswerOutcome, CitedItem } from "../../../src/client/chat-calls.ts";
import type { ContextPayload, OmittedItem } from "../../../src/client/context-calls.ts";
import type { Named } from "../conversation/draft.ts";
import { IconButton, TextButton } from "../design/buttons.tsx";
import { formatMilliseconds, formatNumber, formatPercent } from "../design/format.tsx";
import { Notice } from "../design/notice.tsx";
import { KindIcon } from "../entities/kind-icon.tsx";
import { MissingItems } from "../ratings/thumbs.tsx";
import type { ContextRatings } from "../ratings/use-ratings.ts";
import type { ContextWishes } from "./context-wishes.ts";
import { type ForeignTexts, ForeignTextsView } from "./foreign-texts.tsx";
import { ItemRow, SectionView } from "./item-row.tsx";
import { PromptDetails } from "./prompt-details.tsx";
import { ReadAs } from "./read-as.tsx";
import {
	budgetShare,
	cachedTokens,
	countItems,
	describeChange,
	focusIds,
	listGone,
	listKnown,
	nameItem,
	usedTokens,
} from "./read-context.ts";

interface ContextViewProps {
	readonly payload: ContextPayload;
	readonly before: ContextPayload | null;
	readonly citations: readonly CitedItem[];
	readonly summoned: { readonly blockId: string; readonly count: number } | null;
	readonly wishes: ContextWishes;
	/** How the turn ended; null for a draft. */
	readonly end: AnswerOutcome | null;
	/** Null for a draft, and while the answer is being written. */
	readonly ratings: ContextRatings | null;
}

const noTexts: ForeignTexts = [];

/** Sections open from the top until this many items show; the focus is open even after more. */
const shownAtFirst = 8;

export const ContextView = memo(function ContextView({
	payload,
	before,
	citations,
	summoned,
	wishes,
	end,
	ratings,
}: ContextViewProps) {
	const [toggledSections, setToggledSections] = useState<ReadonlySet<string>>(new Set());
	const [openItem, setOpenItem] = useState<string | null>(summoned?.blockId ?? null);
	const [answeredSummons, setAnsweredSummons] = useState(summoned?.count ?? 0);
	const cited = useMemo(() => new Map(citations.map(({ id, n }) => [id, n])), [citations]);
	const known = useMemo(() => listKnown(before), [before]);
	const foreign = end?.foreign ?? noTexts;
	const foreignIds = useMemo(() => new Set(foreign.map(({ id }) => id)), [foreign]);
	const gone = useMemo(() => listGone(payload, known), [payload, known]);
	const focus = useMemo(() => focusIds(payload), [payload]);
	const openAtFirst = useMemo(() => chooseOpenSections(payload), [payload]);

	if (summoned !== null && summoned.count !== answeredSummons) {
		setAnsweredSummons(summoned.count);
		setOpenItem(summoned.blockId);
	}

	function toggleSection(title: string) {
		const next = new Set(toggledSections);
		if (!next.delete(title)) next.add(title);
		setToggledSections(next);
	}

	/** The props of a section that is closed at first. */
	const closed = (title: string) => ({
		...{ title, open: toggledSections.has(title), onToggle: () => toggleSection(title) },
	});

	return (
		<>
			<Summary payload={payload} />
			<ReadAs payload={payload} wishes={wishes} />
			<div className="px-4 pb-3">
				<PromptBar payload={payload} cached={cachedTokens(payload, before)} onOpenSection={toggleSection} />
			</div>
			<ForeignTextsView tainted={end?.tainted} foreign={foreign} />
			<Troubles payload={payload} />
			<div className="px-2">
				{payload.sections.map((section) => {
					const holdsOpenItem = section.items.some((item) => item.blockId === openItem);
					return (
						<SectionView
							key={section.title}
							title={section.title}
							count={section.items.length}
							tokens={section.tokenCount}
							hue={sectionHue(section.type)}
							open={holdsOpenItem || openAtFirst.has(section.title) !== toggledSections.has(section.title)}
							onToggle={() => {
								if (holdsOpenItem) setOpenItem(null);
								toggleSection(section.title);
							}}
						>
							{section.items.map((item) => (
								<ItemRow
									key={item.blockId}
									item={item}
									open={openItem === item.blockId}
									onToggle={() => setOpenItem(openItem === item.blockId ? null : item.blockId)}
									summons={summoned?.blockId === item.blockId ? summoned.count : 0}
									cited={cited.get(item.id) ?? null}
									foreign={foreignIds.has(item.id)}
									changed={before === null ? null : describeChange(item, known.get(item.blockId))}
									focus={focus}
									payload={payload}
									wishes={wishes}
									ratings={ratings}
								/>
							))}
							<HeadingsLine tokens={section.frameTokens ?? 0} />
						</SectionView>
					);
				})}
				{payload.omitted.length > 0 && (
					<SectionView {...closed("Left out")} count={payload.omitted.length}>
						{payload.omitted.map((item) => (
							<LeftOutRow key={`${item.id}-${item.reason}`} item={item} onPin={wishes.onPin} />
						))}
						{payload.omitted.some(({ reason }) => reason === "budget") && (
							<li className="px-2 py-1">
								<TextButton onClick={() => wishes.onBudget(payload.metadata.budget.total * 2)}>
									Raise the budget to {formatNumber(payload.metadata.budget.total * 2)}
								</TextButton>
							</li>
						)}
					</SectionView>
				)}
				{gone.length > 0 && (
					<SectionView {...closed("No longer read")} count={gone.length}>
						{gone.map((item) => (
							<li key={item.blockId} className="flex items-center gap-2 px-2 py-1 text-13 text-ink-faint">
								<KindIcon kind={item.kind} named />
								<span className="truncate">{nameItem(item)}</span>
							</li>
						))}
					</SectionView>
				)}
			</div>
			{ratings !== null && <MissingItems ratings={ratings} />}
			<PromptDetails payload={payload} before={before} />
		</>
	);
});

function Summary({ payload }: { readonly payload: ContextPayload }) {
	const { metadata } = payload;
	const milliseconds = metadata.timings.total ?? sumStages(metadata.timings);
	return (
		<div className="px-4 pt-1 pb-2.5">
			<p className="flex items-baseline justify-between gap-2 tabular-nums">
				<span>
					<span className="text-20 font-semibold">{formatNumber(usedTokens(payload))}</span>
					<span className="text-13 text-ink-faint"> of {formatNumber(metadata.budget.total)} tokens</span>
				</span>
				<span className="text-13 font-medium text-ink-soft">{formatPercent(budgetShare(payload))}</span>
			</p>
			<p className="text-12 text-ink-faint">
				{formatNumber(countItems(payload))} of {formatNumber(metadata.blocksConsidered)} found ·{" "}
				<span title="Time to build this context">{formatMilliseconds(milliseconds)}</span> ·{" "}
				<span title="Tokens are counted with this tokenizer">{metadata.tokenizer}</span>
			</p>
		</div>
	);
}

/** The tokens of a section that belong to no item: with this line its items add up to its total. */
function HeadingsLine({ tokens }: { readonly tokens: number }) {
	if (tokens === 0) return null;
	return (
		<li className="flex justify-between px-2 py-1 pl-8 text-12 text-ink-faint">
			Headings and counts
			<span className="tabular-nums">{formatNumber(tokens)}</span>
		</li>
	);
}

function Troubles({ payload }: { readonly payload: ContextPayload }) {
	const failed = payload.metadata.collectorsFailed ?? [];
	if (failed.length === 0) return null;
	return (
		<div className="px-4 pb-3">
			<Notice tone="quiet" title="Some sources could not be read">
				{failed.map(({ name, reason }) => `${name}: ${reason}`).join("; ")}. The rest is complete.
			</Notice>
		</div>
	);
}

function chooseOpenSections(payload: ContextPayload): ReadonlySet<string> {
	const open = new Set<string>();
	let shown = 0;
	for (const section of payload.sections) {
		if (section.items.length === 0) continue;
		if (section.type !== "focus" && shown >= shownAtFirst) continue;
		open.add(section.title);
		shown += section.items.length;
	}
	return open;
}

/** The sources run side by side, within the collecting stage: added to it they would count twice. */
function sumStages(timings: Readonly<Record<string, number>>): number {
	const stages = Object.entries(timings).filter(([stage]) => !stage.startsWith("collect "));
	return stages.reduce((sum, [, milliseconds]) => sum + milliseconds, 0);
}

interface LeftOutRowProps {
	readonly item: OmittedItem;
	readonly onPin: (named: Named) => void;
}

const reasons: Readonly<Record<OmittedItem["reason"], string>> = {
	budget: "Did not fit into the budget",
	limit: "Past the number this section may hold",
	relevance: "Far below the best match",
	not_found: "Not found, or not yours to read",
};

function LeftOutRow({ item, onPin }: LeftOutRowProps) {
	const title = item.title ?? item.id;
	return (
		<li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2 rounded-md px-2 py-1 hover:bg-hover">
			<KindIcon kind={item.kind ?? "item"} named />
			<span className="min-w-0">
				<span className="block truncate text-13 text-ink-soft">{title}</span>
				<span className="block truncate text-12 text-ink-faint">{reasons[item.reason]}</span>
			</span>
			{item.reason === "not_found" ? (
				<span />
			) : (
				<IconButton
					icon={Pin}
					label={`Pin ${title} to the next question`}
					onClick={() => onPin({ id: item.id, kind: item.kind ?? "", title })}
				/>
			)}
		</li>
	);
}

interface PromptBarProps {
	readonly payload: ContextPayload;
	/** Tokens at the start that did not change since the turn before. */
	readonly cached: number;
	readonly onOpenSection: (title: string) => void;
}

/** The whole prompt as one bar, section after section, against the budget. */
function PromptBar({ payload, cached, onOpenSection }: PromptBarProps) {
	const budget = Math.max(payload.metadata.budget.total, payload.metadata.totalTokens, 1);
	const frame = payload.metadata.frameTokens ?? 0;
	const widthOf = (tokens: number): CSSProperties => ({ width: `${(tokens / budget) * 100}%` });
	return (
		<div className="relative h-3 overflow-hidden rounded-sm bg-hover">
			<div className="flex h-full">
				{frame > 0 && (
					<span
						title={`Frame around the sections: ${formatNumber(frame)} tokens`}
						style={widthOf(frame)}
						className="h-full border-r border-ground bg-line-strong"
					/>
				)}
				{payload.sections.map((section) => {
					const label = `${section.title}: ${formatNumber(section.tokenCount)} tokens, ${formatPercent(section.tokenCount / budget)}`;
					return (
						<button
							key={section.title}
							type="button"
							tabIndex={-1}
							aria-hidden="true"
							title={label}
							onClick={() => onOpenSection(section.title)}
							style={{ ...widthOf(section.tokenCount), "--hue": sectionHue(section.type) } as CSSProperties}
							className="hued h-full border-r border-ground bg-hue-fill last:border-r-0 hover:brightness-110"
						/>
					);
				})}
			</div>
			{cached > 0 && (
				<div
					title={`${formatNumber(cached)} tokens are the same as in the turn before`}
					style={widthOf(cached)}
					className="hatched pointer-events-none absolute inset-y-0 left-0"
				/>
			)}
		</div>
	);
}

/** Sections keep their colour from turn to turn, so that two bars can be compared by eye. */
const hues: Readonly<Record<string, number>> = {
	system: 275,
	project: 235,
	focus: 300,
	linked: 165,
	relations: 195,
	pinned: 140,
	entities: 330,
	notes: 120,
	semantic: 70,
	activity: 35,
	history: 15,
};

function sectionHue(type: string): number {
	return hues[type] ?? 255;
}
