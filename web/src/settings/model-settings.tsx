import { useQuery } from "@tanstack/react-query";
import { getStatus } from "../api/workspace-calls.ts";
import { CopyButton } from "../design/copy-button.tsx";
import { formatNumber, formatPercent } from "../design/format-number.ts";
import { LoadFailure } from "../design/load-failure.tsx";
import { useMe } from "../shell/use-me.ts";
import { LanguageChoice } from "./language-choice.tsx";
import { SettingsSection } from "./settings-section.tsx";

const ways: readonly (readonly [string, string])[] = [
	["Anthropic", "ANTHROPIC_API_KEY=… npm start"],
	["OpenAI", "OPENAI_API_KEY=… npm start"],
	[
		"A model on this machine",
		"SKEIN_MODEL_URL=http://localhost:11434/v1 SKEIN_MODEL=openai-compatible:llama3.3 npm start",
	],
];

/** Which model answers, and how another is chosen. Keys stay with whoever runs the server. */
export function ModelSettings() {
	const { model } = useMe();
	const status = useQuery({ queryKey: ["status"], queryFn: ({ signal }) => getStatus({ signal }) });
	const meaning = status.data?.index.meaning ?? null;
	return (
		<>
			<SettingsSection first title="Models">
				{model === null ? (
					<p className="text-13 text-ink-soft">
						No model is configured. Questions are answered with passages quoted from your workspace; search,
						context and everything else work as they are.
					</p>
				) : (
					<p className="text-13 text-ink-soft">
						Questions are answered by <span className="font-mono text-ink">{model.id}</span> ({model.provider}
						).
					</p>
				)}
			</SettingsSection>
			<SettingsSection
				title="Choose a model"
				about="The server reads its keys from its environment when it starts: they are never typed into a page."
			>
				<dl className="flex flex-col gap-3 text-13">
					{ways.map(([name, command]) => (
						<div key={name} className="flex flex-col gap-1">
							<dt className="text-12 font-medium text-ink-faint">{name}</dt>
							<dd className="flex flex-wrap items-center gap-2">
								<code className="min-w-0 flex-1 rounded-md border border-line bg-sunken px-2 py-1 font-mono text-12 wrap-anywhere">
									{command}
								</code>
								<CopyButton text={command} label="Copy" />
							</dd>
						</div>
					))}
				</dl>
			</SettingsSection>
			<SettingsSection
				title="Indexes"
				about="Words are found at once. The meaning index finds what is said in other words; it fills itself in the background."
			>
				{status.isError && (
					<LoadFailure what="The indexes" error={status.error} onRetry={() => void status.refetch()} />
				)}
				{status.data !== undefined && (
					<dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 text-13">
						<dt className="text-ink-faint">Entities</dt>
						<dd className="tabular-nums">{formatNumber(status.data.entities)}</dd>
						<dt className="text-ink-faint">Word index</dt>
						<dd className="tabular-nums">{describeWords(status.data.index.words)}</dd>
						<dt className="text-ink-faint">Meaning index</dt>
						<dd className="tabular-nums">
							{meaning === null ? "Switched off on this server" : describeMeaning(meaning)}
						</dd>
						<dt className="text-ink-faint">Version</dt>
						<dd>{status.data.version}</dd>
					</dl>
				)}
			</SettingsSection>
			<LanguageChoice />
		</>
	);
}

function describeWords({
	indexed,
	pending,
	failed,
}: {
	indexed: number;
	pending: number;
	failed: number;
}): string {
	const rest = [
		pending > 0 ? `${formatNumber(pending)} waiting` : "",
		failed > 0 ? `${formatNumber(failed)} failed` : "",
	];
	return [`${formatNumber(indexed)} indexed`, ...rest].filter((part) => part !== "").join(", ");
}

/** Whatever numbers the index tells of itself, in its own words. */
function describeMeaning(meaning: Readonly<Record<string, unknown>>): string {
	const { indexed, total, pending, model } = meaning;
	const share =
		typeof indexed === "number" && typeof total === "number" && total > 0
			? `${formatPercent(indexed / total)} of ${formatNumber(total)} passages`
			: typeof indexed === "number"
				? `${formatNumber(indexed)} passages`
				: "at work";
	const waiting = typeof pending === "number" && pending > 0 ? `, ${formatNumber(pending)} waiting` : "";
	return `${share}${waiting}${typeof model === "string" ? ` (${model})` : ""}`;
}
