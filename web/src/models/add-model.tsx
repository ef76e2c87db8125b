import { type Models, putModels } from "../api/model-calls.ts";
import { PrimaryButton } from "../design/buttons.tsx";
import { fieldLook } from "../design/controls.ts";
import { Select, TextField } from "../design/fields.tsx";
import { Form, useFields } from "../design/form.tsx";
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
		const done = await attempt(() => putModels({ models: [...others, entry], chain }), `${id} was added.`, [
			"models",
			"me",
		]);
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
