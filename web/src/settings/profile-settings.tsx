import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ProfileKey } from "../../../src/client/workspace-calls.ts";
import { skein } from "../api/skein.ts";
import { PrimaryButton, TextButton } from "../design/buttons.tsx";
import { areaLook } from "../design/controls.ts";
import { Labelled, TextField } from "../design/fields.tsx";
import { Form, useFields } from "../design/form.tsx";
import { useAttempt } from "../design/notice.tsx";
import { SettingsSection } from "../design/settings-section.tsx";
import { useMe } from "../route/use-me.ts";

const fields: readonly (readonly [ProfileKey, string])[] = [
	["role", "What you do"],
	["time_zone", "Time zone"],
	["language", "Language of answers"],
	["answer_style", "How answers should be"],
];

/** The profile that you write about yourself. It is part of the prompt of your questions. */
export function ProfileSettings() {
	const me = useMe();
	const queries = useQueryClient();
	const { busy, attempt } = useAttempt();
	const [name, setName] = useState(me.display_name);
	const [profile, setProfile] = useState(me.profile);
	const set = (key: ProfileKey, value: string) => setProfile({ ...profile, [key]: value });

	async function save() {
		const keys: readonly ProfileKey[] = ["role", "time_zone", "language", "answer_style", "about"];
		const patch = Object.fromEntries(keys.map((key) => [key, profile[key]?.trim() || null]));
		await attempt(() => skein.changeMe({ display_name: name.trim(), profile: patch }), "Profile saved.", [
			"me",
		]);
	}

	async function leave() {
		await skein.signOut().catch(() => undefined);
		await queries.invalidateQueries({ queryKey: ["me"] });
	}

	return (
		<>
			<SettingsSection
				first
				title="Profile"
				about="Answers are written for you: your profile is part of the context of your questions."
			>
				<Form onSubmit={save} className="flex flex-col gap-3">
					<TextField label="Name" required value={name} onChange={setName} />
					{fields.map(([key, label]) => (
						<TextField
							key={key}
							label={label}
							value={profile[key] ?? ""}
							onChange={(value) => set(key, value)}
						/>
					))}
					<Labelled label="About you">
						<textarea
							value={profile.about ?? ""}
							onChange={(event) => set("about", event.target.value)}
							className={areaLook}
						/>
					</Labelled>
					<PrimaryButton type="submit" disabled={busy} className="self-start">
						Save
					</PrimaryButton>
				</Form>
			</SettingsSection>
			<PasswordForm />
			<SettingsSection title="This browser" about={me.email ?? undefined}>
				<TextButton className="self-start" onClick={() => void leave()}>
					Sign out
				</TextButton>
			</SettingsSection>
		</>
	);
}

function PasswordForm() {
	const { busy, attempt } = useAttempt();
	const { values, field, reset } = useFields({ current: "", next: "" });

	async function save() {
		const { current, next } = values;
		const patch = { password: next, ...(current !== "" && { current_password: current }) };
		const done = await attempt(() => skein.changeMe(patch), "Password changed.", ["me"]);
		if (done !== null) reset();
	}

	return (
		<SettingsSection title="Password" about="Needed to sign in from another machine.">
			<Form onSubmit={save} className="flex flex-col gap-3">
				<div className="grid gap-3 sm:grid-cols-2">
					<TextField
						type="password"
						label="Present password, if one is set"
						autoComplete="current-password"
						{...field("current")}
					/>
					<TextField
						type="password"
						label="New password"
						autoComplete="new-password"
						required
						{...field("next")}
					/>
				</div>
				<TextButton type="submit" disabled={busy} className="h-8 self-start">
					Change the password
				</TextButton>
			</Form>
		</SettingsSection>
	);
}
