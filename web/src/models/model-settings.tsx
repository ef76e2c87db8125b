import { CopyButton } from "../design/buttons.tsx";
import { LoadState } from "../design/notice.tsx";
import { SettingsSection } from "../design/settings-section.tsx";
import { AddModel } from "./add-model.tsx";
import { ModelList } from "./model-list.tsx";
import { useModels } from "./use-models.ts";

const ways: readonly (readonly [string, string])[] = [
	["Anthropic", "ANTHROPIC_API_KEY=… npm start"],
	["OpenAI", "OPENAI_API_KEY=… npm start"],
	[
		"A model on this machine",
		"SKEIN_MODEL_URL=http://localhost:11434/v1 SKEIN_MODEL=openai-compatible:llama3.3 npm start",
	],
];

/** The models that answer, their order, and a form to add others. */
export function ModelSettings() {
	const offered = useModels();
	return (
		<>
			<SettingsSection
				first
				title="Models"
				about="The first answers; if it fails before its first word, the next one below answers instead."
			>
				<LoadState query={offered} what="The models" height="h-24" />
				{offered.data?.models.length === 0 && (
					<p className="text-13 text-ink-soft">
						No model is configured. Questions are answered with passages quoted from your workspace; search,
						context and everything else work as they are.
					</p>
				)}
				{offered.data !== undefined && offered.data.models.length > 0 && <ModelList offered={offered.data} />}
			</SettingsSection>
			{offered.data?.mayChange === true && (
				<SettingsSection
					title="Add a model"
					about="For everybody in this workspace. The key is kept on the server and never shown again."
				>
					<AddModel offered={offered.data} />
				</SettingsSection>
			)}
			<SettingsSection
				title="Or name one when the server starts"
				about="The key then stays in the environment of the server."
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
		</>
	);
}
