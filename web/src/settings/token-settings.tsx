import { useState } from "react";
import type { Token } from "../../../src/client/workspace-calls.ts";
import { skein } from "../api/skein.ts";
import { useRead } from "../api/use-read.ts";
import { CopyButton, PrimaryButton, TextButton } from "../design/buttons.tsx";
import { Select, TextField } from "../design/fields.tsx";
import { Form, useFields } from "../design/form.tsx";
import { RelativeDate } from "../design/format.tsx";
import { LoadState, Notice, useAttempt } from "../design/notice.tsx";
import { SettingsSection } from "../design/settings-section.tsx";
import { ProjectSelect } from "../entities/project-select.tsx";

/** Keys for scripts and agents, which act for you and can do no more than you. */
export function TokenSettings() {
	const { attempt } = useAttempt();
	const tokens = useRead(["tokens"], skein.tokens.list);
	const [made, setMade] = useState<string | null>(null);
	return (
		<>
			<SettingsSection
				first
				title="Tokens"
				about="A token lets a script or an agent act for you. It sees what you may see at that moment, narrowed by what you give it."
			>
				{made !== null && (
					<Notice
						tone="quiet"
						title="Copy the token now: it is shown once"
						action={<CopyButton text={made} label="Copy" />}
					>
						<code className="font-mono text-12 wrap-anywhere">{made}</code>
					</Notice>
				)}
				<NewToken onMade={setMade} />
			</SettingsSection>
			<SettingsSection title="Your tokens">
				<LoadState query={tokens} what="The tokens" height="h-24" />
				{tokens.data?.length === 0 && <p className="text-13 text-ink-faint">You have no tokens.</p>}
				<ul>
					{tokens.data?.map((token) => (
						<li key={token.id} className="flex min-h-10 items-center gap-2 border-b border-line text-13">
							<span className="min-w-0 flex-1">
								<span className="block truncate">{token.name === "" ? "Without a name" : token.name}</span>
								<span className="block text-12 text-ink-faint">
									{describeToken(token)}, made <RelativeDate iso={token.created_at} />
									{token.expires_at !== null && (
										<>
											, ends <RelativeDate iso={token.expires_at} />
										</>
									)}
								</span>
							</span>
							<TextButton
								aria-label={`Revoke ${token.name}`}
								onClick={() =>
									void attempt(() => skein.tokens.revoke(token.id), "The token has ended.", ["tokens"])
								}
							>
								Revoke
							</TextButton>
						</li>
					))}
				</ul>
			</SettingsSection>
		</>
	);
}

function describeToken({ mode, project_ids: projects }: Token): string {
	const right = mode === "write" ? "Reads and writes" : "Reads";
	return projects === null || projects.length === 0 ? right : `${right} in ${projects.length} projects`;
}

function NewToken({ onMade }: { readonly onMade: (token: string) => void }) {
	const { busy, attempt } = useAttempt();
	const { values, field } = useFields({ name: "", mode: "read" as Token["mode"], project: "", days: "90" });

	async function make() {
		const { name, mode, project, days } = values;
		const token = {
			name: name.trim(),
			mode,
			project_ids: project === "" ? [] : [project],
			...(days !== "" && { days: Number(days) }),
		};
		const done = await attempt(() => skein.tokens.create(token), "The token was made.", ["tokens"]);
		if (done !== null) onMade(done.answer.token);
	}

	return (
		<Form onSubmit={make} className="grid gap-3 sm:grid-cols-2">
			<TextField label="What it is for" required {...field("name")} />
			<Select
				label="What it may do"
				{...field("mode")}
				options={[
					["read", "Read"],
					["write", "Read and write"],
				]}
			/>
			<ProjectSelect label="Where" none="Everything you may see" {...field("project")} />
			<TextField
				label="Ends after days; empty for never"
				type="number"
				min={1}
				max={3650}
				{...field("days")}
			/>
			<PrimaryButton type="submit" disabled={busy} className="justify-self-start">
				Make a token
			</PrimaryButton>
		</Form>
	);
}
