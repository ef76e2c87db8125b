import { type FormEvent, useState } from "react";
import { type Models, putModels } from "../api/model-calls.ts";
import { fieldLook } from "../design/controls.ts";
import { Select } from "../design/select.tsx";
import { PrimaryButton } from "../design/text-button.tsx";
import { TextField } from "../design/text-field.tsx";
import { useAttempt } from "../design/use-attempt.ts";
import { listEntries } from "./list-entries.ts";

const names: Readonly<Record<string, string>> = {
	anthropic: "Anthropic",
	openai: "OpenAI",
	"openai-compatible": "A server of your own (Ollama, LM Studio, vLLM)",
};

/** Adds a model of the workspace's own. Its key is sent once, and never shown again. */
export function AddModel({ offered }: { readonly offered: Models }) {
	const { busy, attempt } = useAttempt();
	const providers = offered.providers.filter(({ urlRequired }) => !urlRequired || offered.mayNameAddresses);
	const [provider, setProvider] = useState(providers[0]?.name ?? "");
	const [model, setModel] = useState("");
	const [url, setUrl] = useState("");
	const [apiKey, setApiKey] = useState("");
	const rule = providers.find(({ name }) => name === provider);

	async function add(event: FormEvent) {
		event.preventDefault();
		const entry = {
			provider,
			model: model.trim(),
			...(url.trim() !== "" && { url: url.trim() }),
			...(apiKey.trim() !== "" && { apiKey: apiKey.trim() }),
		};
		const id = `${provider}:${entry.model}`;
		const others = listEntries(offered.models.filter((known) => known.id !== id));
		const chain = [...offered.chain.filter((known) => known !== id), id];
		const done = await attempt(() => putModels({ models: [...others, entry], chain }), `${id} was added.`, [
			"models",
			"me",
		]);
		if (done === null) return;
		setModel("");
		setApiKey("");
	}

	return (
		<form aria-label="Add a model" onSubmit={(event) => void add(event)} className="flex flex-col gap-3">
			<div className="grid gap-3 sm:grid-cols-2">
				<Select
					label="Who offers it"
					value={provider}
					onChange={setProvider}
					options={providers.map(({ name }) => [name, names[name] ?? name])}
				/>
				<TextField
					label="Its name there"
					required
					value={model}
					onChange={setModel}
					spellCheck={false}
					className={`${fieldLook} font-mono`}
				/>
				{rule?.urlRequired === true && (
					<TextField
						label="Address"
						type="url"
						required
						value={url}
						onChange={setUrl}
						placeholder="http://localhost:11434/v1"
						className={`${fieldLook} font-mono`}
					/>
				)}
				<TextField
					type="password"
					label={rule?.keyRequired === true ? "Key" : "Key, if it asks for one"}
					autoComplete="off"
					required={rule?.keyRequired === true}
					value={apiKey}
					onChange={setApiKey}
				/>
			</div>
			<PrimaryButton type="submit" disabled={busy} className="self-start">
				Add
			</PrimaryButton>
		</form>
	);
}
