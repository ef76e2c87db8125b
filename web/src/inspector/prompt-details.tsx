import { Check } from "lucide-react";
import { useId, useState } from "react";
import type { ContextPayload } from "../../../src/client/context-calls.ts";
import { CopyButton, TextButton } from "../design/buttons.tsx";
import { formatMilliseconds, formatNumber, spellKey } from "../design/format.tsx";

interface PromptDetailsProps {
	readonly payload: ContextPayload;
	readonly before: ContextPayload | null;
}

const shownOfHash = 10;
/** The prefix in the timing of one source, next to the stages of the whole. */
const collecting = "collect ";

/** The exact text, the layers a provider can cache, and the time it took to build. */
export function PromptDetails({ payload, before }: PromptDetailsProps) {
	const [read, setRead] = useState(false);
	const text = useId();
	const { layers, timings } = payload.metadata;
	return (
		<div className="flex flex-col gap-3 border-t border-line px-4 py-3">
			<div className="flex flex-wrap items-center gap-2">
				<CopyButton text={payload.serialized} label="Copy the exact text" />
				<TextButton aria-expanded={read} aria-controls={text} onClick={() => setRead(!read)}>
					{read ? "Hide it" : "Read it"}
				</TextButton>
			</div>
			<div id={text} hidden={!read}>
				<pre className="rounded-md border border-line bg-sunken p-2.5 font-mono text-12 whitespace-pre-wrap wrap-anywhere">
					{read && payload.serialized}
				</pre>
			</div>
			<table className="w-full text-12">
				<caption className="pb-1 text-left text-ink-faint">
					Layers, from what stays the same to what changes with each turn
				</caption>
				<thead className="sr-only">
					<tr>
						<th scope="col">Layer</th>
						<th scope="col">Hash</th>
						<th scope="col">Same as before</th>
						<th scope="col">Tokens</th>
					</tr>
				</thead>
				<tbody className="text-ink-soft">
					{layers.map(({ name, hash, tokens }, position) => {
						const same = before?.metadata.layers[position]?.hash === hash;
						return (
							<tr key={name}>
								<td className="py-0.5">{spellKey(name)}</td>
								<td className="py-0.5 font-mono text-ink-faint" title={hash}>
									{hash.slice(0, shownOfHash)}
								</td>
								<td className="py-0.5 text-ink-faint">
									{same && (
										<span className="flex items-center gap-1">
											<Check aria-hidden size={11} /> same
										</span>
									)}
								</td>
								<td className="py-0.5 text-right tabular-nums">{formatNumber(tokens)}</td>
							</tr>
						);
					})}
				</tbody>
			</table>
			<div className="text-12 text-ink-faint">
				<p>{printTimings(timings, (stage) => !stage.startsWith(collecting))}</p>
				<details>
					<summary className="rounded-sm hover:text-ink">Each source</summary>
					<p>{printTimings(timings, (stage) => stage.startsWith(collecting))}</p>
				</details>
			</div>
		</div>
	);
}

function printTimings(
	timings: Readonly<Record<string, number>>,
	isShown: (stage: string) => boolean,
): string {
	return Object.entries(timings)
		.filter(([stage]) => isShown(stage))
		.map(([stage, milliseconds]) => `${spellKey(stage)} ${formatMilliseconds(milliseconds)}`)
		.join(" · ");
}
