import { ArrowUp, X } from "lucide-react";
import type { ModelEntry, Models, OfferedModel } from "../../../src/client/workspace-calls.ts";
import { skein } from "../api/skein.ts";
import { CopyButton, IconButton, PrimaryButton } from "../design/buttons.tsx";
import { fieldLook } from "../design/controls.ts";
import { Select, TextField } from "../design/fields.tsx";
import { Form, useFields } from "../design/form.tsx";
import { formatNumber } from "../design/format.tsx";
import { LoadState, useAttempt } from "../design/notice.tsx";
import { SettingsSection } from "../design/settings-section.tsx";
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
		void attempt(() => skein.models.set(wish), `${id} is asked before the others.`, ["models", "me"]);
	}

	function remove(gone: OfferedModel) {
		const wish = {
			models: listEntries(models.filter((model) => model !== gone)),
			chain: chain.filter((id) => id !== gone.id),
		};
		void attempt(() => skein.models.set(wish), `${gone.id} was removed, with its key.`, ["models", "me"]);
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

const names: Readonly<Record<string, string>> = {
	anthropic: "Anthropic",
	openai: "OpenAI",
	"openai-compatible": "A server of your own (Ollama, LM Studio, vLLM)",
};

/** Adds a model of the workspace's own. Its key is sent once, and never shown again. */
export function AddModel({ offered }: { readonly offered: Models }) {
	const { busy, attempt } = useAttempt();
	const providers = offered.providers.filter(({ urlRequired }) => !urlRequired || offered.mayNameAddresses);
	const { values, field, reset } = useFields({
		...{ provider: providers[0]?.name ?? "", model: "", url: "", apiKey: "" },
	});
	const { provider, model, url, apiKey } = values;
	const rule = providers.find(({ name }) => name === provider);

	async function add() {
		const entry = {
			provider,
			model: model.trim(),
			...(url.trim() !== "" && { url: url.trim() }),
			...(apiKey.trim() !== "" && { apiKey: apiKey.trim() }),
		};
		const id = `${provider}:${entry.model}`;
		const others = listEntries(offered.models.filter((known) => known.id !== id));
		const chain = [...offered.chain.filter((known) => known !== id), id];
		const done = await attempt(
			() => skein.models.set({ models: [...others, entry], chain }),
			`${id} was added.`,
			["models", "me"],
		);
		if (done !== null) reset({ provider, url });
	}

	return (
		<Form aria-label="Add a model" onSubmit={add} className="flex flex-col gap-3">
			<div className="grid gap-3 sm:grid-cols-2">
				<Select
					label="Who offers it"
					{...field("provider")}
					options={providers.map(({ name }) => [name, names[name] ?? name])}
				/>
				<TextField
					label="Its name there"
					required
					{...field("model")}
					spellCheck={false}
					className={`${fieldLook} font-mono`}
				/>
				{rule?.urlRequired === true && (
					<TextField
						label="Address"
						type="url"
						required
						{...field("url")}
						placeholder="http://localhost:11434/v1"
						className={`${fieldLook} font-mono`}
					/>
				)}
				<TextField
					type="password"
					label={rule?.keyRequired === true ? "Key" : "Key, if it asks for one"}
					autoComplete="off"
					required={rule?.keyRequired === true}
					{...field("apiKey")}
				/>
			</div>
			<PrimaryButton type="submit" disabled={busy} className="self-start">
				Add
			</PrimaryButton>
		</Form>
	);
}

/** Returns the workspace's own models in the form in which they are sent back; their keys stay on the server. */
export function listEntries(models: readonly OfferedModel[]): readonly ModelEntry[] {
	return models
		.filter(({ source }) => source === "workspace")
		.map(({ provider, model, url, contextWindow, tokenizer, seesImages, price }) => ({
			// Every field: the server removes a field that is not sent back.
			...{ provider, model, contextWindow, tokenizer, seesImages, price },
			...(url !== null && { url }),
		}));
}
