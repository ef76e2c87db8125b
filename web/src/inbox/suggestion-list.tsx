import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Suggestion } from "../../../src/client/context-calls.ts";
import { skein } from "../api/skein.ts";
import { useRead } from "../api/use-read.ts";
import { LinkButton, TextButton } from "../design/buttons.tsx";
import { formatNumber } from "../design/format.tsx";
import { EmptyState, LoadState, say } from "../design/notice.tsx";
import { useEdits } from "../entities/edits.tsx";
import { EntityLink } from "../entities/entity-link.tsx";
import { stripMarks } from "../text/strip-marks.ts";

const groups = [
	{
		type: "mention",
		title: "Named, but not linked",
		action: "Link",
		notice: ([source, target]: readonly string[]) => `“${source}” now links to “${target}”.`,
	},
	{
		type: "duplicate",
		title: "Perhaps the same thing twice",
		action: "Join them",
		notice: ([kept]: readonly string[]) => `Joined into “${kept}”.`,
	},
	{
		type: "orphan",
		title: "Linked to nothing",
		action: "Archive",
		notice: ([title]: readonly string[]) => `“${title}” is archived.`,
	},
] as const;

const shownAtFirst = 5;

/** Lists suggested corrections: each is accepted or dismissed with one press. */
export function SuggestionList() {
	const listed = useRead(["suggestions"], skein.suggestions.list);
	const { gone, dismiss } = useDismissals();
	if (!listed.isSuccess) return <LoadState query={listed} what="The suggestions" height="h-40" />;
	const { data } = listed;
	const open = data.suggestions.filter(({ key }) => !gone.has(key));
	if (open.length === 0) {
		return (
			<EmptyState>
				Nothing to set right. After an import, names that could be links, things that are there twice and
				things that nothing leads to are listed here.
			</EmptyState>
		);
	}
	return (
		<>
			{groups.map((group) => (
				<SuggestionGroup
					key={group.type}
					{...group}
					suggestions={open.filter(({ type }) => type === group.type)}
					onDismiss={dismiss}
				/>
			))}
			{data.total > data.suggestions.length && (
				<p className="text-12 text-ink-faint">
					The first {formatNumber(data.suggestions.length)} of {formatNumber(data.total)}; the rest follow as
					these are settled.
				</p>
			)}
		</>
	);
}

interface SuggestionGroupProps {
	readonly title: string;
	readonly action: string;
	readonly notice: (titles: readonly string[]) => string;
	readonly suggestions: readonly Suggestion[];
	readonly onDismiss: (suggestion: Suggestion) => void;
}

function SuggestionGroup({ title, action, notice, suggestions, onDismiss }: SuggestionGroupProps) {
	const edits = useEdits();
	const [all, setAll] = useState(false);
	const [busy, setBusy] = useState<string | null>(null);
	const shown = all ? suggestions : suggestions.slice(0, shownAtFirst);
	if (suggestions.length === 0) return null;

	async function accept({ key, entities }: Suggestion) {
		setBusy(key);
		await edits.act(() => skein.suggestions.accept(key), notice(entities.map((entity) => entity.title)));
		setBusy(null);
	}

	return (
		<section aria-label={title}>
			<h3 className="flex items-baseline gap-2 pb-1 text-13 font-semibold">
				{title} <span className="font-normal text-ink-faint tabular-nums">{suggestions.length}</span>
			</h3>
			<ul className="flex flex-col">
				{shown.map((suggestion) => {
					const { key, entities, why, accept: effect } = suggestion;
					const names = entities.map((entity) => entity.title).join(" and ");
					return (
						<li key={key} className="flex min-w-0 items-start gap-2 border-b border-line py-2 text-13">
							<div className="min-w-0 flex-1">
								<p className="flex min-w-0 flex-wrap items-center gap-x-2">
									{entities.map((entity, position) => (
										<span key={entity.id} className="flex min-w-0 max-w-full items-center gap-2">
											{position > 0 && (
												<span aria-hidden="true" className="text-ink-faint">
													·
												</span>
											)}
											<EntityLink entity={entity} />
										</span>
									))}
								</p>
								<p className="line-clamp-2 text-12 text-ink-faint wrap-anywhere">{stripMarks(why)}</p>
							</div>
							<TextButton
								title={effect}
								aria-label={`${action}: ${names}`}
								disabled={busy !== null}
								onClick={() => void accept(suggestion)}
							>
								{action}
							</TextButton>
							<TextButton aria-label={`Dismiss: ${names}`} onClick={() => onDismiss(suggestion)}>
								Dismiss
							</TextButton>
						</li>
					);
				})}
			</ul>
			{suggestions.length > shown.length && (
				<LinkButton onClick={() => setAll(true)} className="pt-1">
					+{suggestions.length - shown.length} more
				</LinkButton>
			)}
		</section>
	);
}

/** A dismissed suggestion disappears at once, and comes back when the dismissal is undone or could not be saved. */
function useDismissals() {
	const queries = useQueryClient();
	const [gone, setGone] = useState<ReadonlySet<string>>(new Set());

	const show = (key: string) => setGone((before) => new Set([...before].filter((other) => other !== key)));

	async function send(work: () => Promise<unknown>): Promise<boolean> {
		try {
			await work();
			return true;
		} catch (error) {
			say({ text: `Not done. ${error instanceof Error ? error.message : ""}`, tone: "bad" });
			return false;
		} finally {
			await queries.invalidateQueries({ queryKey: ["suggestions"] });
		}
	}

	function dismiss({ key }: Suggestion) {
		setGone((before) => new Set([...before, key]));
		const sent = send(() => skein.suggestions.dismiss(key)).then((done) => done || show(key));
		async function takeBack() {
			// Otherwise the undo could overtake the dismissal, and the suggestion would stay dismissed.
			await sent;
			await send(() => skein.suggestions.restore(key));
			show(key);
		}
		say({
			text: "It will not be suggested again.",
			action: { label: "Undo", onAct: () => void takeBack() },
		});
	}
	return { gone, dismiss };
}
