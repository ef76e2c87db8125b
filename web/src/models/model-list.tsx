import { ArrowUp, X } from "lucide-react";
import { type Models, type OfferedModel, putModels } from "../api/model-calls.ts";
import { IconButton } from "../design/buttons.tsx";
import { formatNumber } from "../design/format.tsx";
import { useAttempt } from "../design/use-attempt.ts";
import { listEntries } from "./list-entries.ts";

/** The models in the order in which they are called: the next one is called when the one before fails. */
export function ModelList({ offered }: { readonly offered: Models }) {
	const { busy, attempt } = useAttempt();
	const { models, chain, mayChange } = offered;
	const place = ({ id }: OfferedModel) => (chain.includes(id) ? chain.indexOf(id) : chain.length);
	const ordered = [...models].sort((a, b) => place(a) - place(b));

	function prefer({ id }: OfferedModel) {
		const at = chain.indexOf(id);
		const next = [...chain];
		next.splice(Math.max(0, at - 1), 2, id, chain[at - 1] ?? "");
		const wish = { models: listEntries(models), chain: at < 0 ? [...chain, id] : next };
		void attempt(() => putModels(wish), `${id} is asked before the others.`, ["models", "me"]);
	}

	function remove(gone: OfferedModel) {
		const wish = {
			models: listEntries(models.filter((model) => model !== gone)),
			chain: chain.filter((id) => id !== gone.id),
		};
		void attempt(() => putModels(wish), `${gone.id} was removed, with its key.`, ["models", "me"]);
	}

	return (
		<ol aria-label="Models" className="flex flex-col border-t border-line">
			{ordered.map((model) => {
				const at = chain.indexOf(model.id);
				return (
					<li key={model.id} className="flex min-h-14 items-center gap-3 border-b border-line py-2 text-13">
						<div className="min-w-0 flex-1">
							<p className="flex flex-wrap items-baseline gap-x-2">
								<span className="font-mono text-13 wrap-anywhere">{model.id}</span>
								<span className="text-12 text-ink-faint">{describePlace(model, at)}</span>
							</p>
							<p className="text-12 text-ink-faint tabular-nums">{describeModel(model)}</p>
						</div>
						{mayChange && model.ready && at !== 0 && (
							<IconButton
								icon={ArrowUp}
								label={at < 0 ? `Use ${model.id}` : `Ask ${model.id} earlier`}
								disabled={busy}
								onClick={() => prefer(model)}
							/>
						)}
						{mayChange && model.source === "workspace" && (
							<IconButton
								icon={X}
								label={`Remove ${model.id}`}
								disabled={busy}
								onClick={() => remove(model)}
							/>
						)}
					</li>
				);
			})}
		</ol>
	);
}

function describePlace({ ready, hasKey }: OfferedModel, at: number): string {
	if (!ready) return hasKey ? "not ready: it has no address" : "not ready: it has no key";
	if (at < 0) return "not in use";
	return at === 0 ? "answers" : "fallback";
}

function describeModel({ contextWindow, price, seesImages, tokenizer, source }: OfferedModel): string {
	return [
		`${formatNumber(contextWindow)} tokens of context`,
		price === null ? "price unknown" : `$${price.input} in, $${price.output} out a million`,
		...(seesImages ? ["sees pictures"] : []),
		tokenizer === "estimate" ? "tokens estimated" : `tokens counted with ${tokenizer}`,
		...(source === "workspace" ? [] : [`from the ${source}`]),
	].join(" · ");
}
