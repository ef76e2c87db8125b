import { useState } from "react";
import { useRead } from "../api/use-read.ts";
import {
	createGroup,
	type Group,
	listGroups,
	type Member,
	removeGroup,
	setGroupMember,
} from "../api/workspace-calls.ts";
import { RemoveButton, TextButton } from "../design/buttons.tsx";
import { fieldLook } from "../design/controls.ts";
import { Select } from "../design/fields.tsx";
import { Form } from "../design/form.tsx";
import { SettingsSection } from "../design/settings-section.tsx";
import { useAttempt } from "../design/use-attempt.ts";

interface GroupSettingsProps {
	readonly members: readonly Member[];
	readonly manages: boolean;
}

/** Groups of people, to share with. */
export function GroupSettings({ members, manages }: GroupSettingsProps) {
	const { busy, attempt } = useAttempt();
	const groups = useRead(["groups"], listGroups);
	const [name, setName] = useState("");

	async function add() {
		const done = await attempt(() => createGroup(name.trim()), `The group ${name.trim()} was made.`, [
			"groups",
		]);
		if (done !== null) setName("");
	}

	return (
		<SettingsSection title="Groups" about="What is shared with a group is shared with everybody in it.">
			{groups.data?.length === 0 && <p className="text-13 text-ink-faint">There are no groups yet.</p>}
			<ul className="flex flex-col gap-4">
				{groups.data?.map((group) => (
					<GroupRow key={group.id} group={group} members={members} manages={manages} />
				))}
			</ul>
			{manages && (
				<Form onSubmit={add} className="flex gap-2">
					<input
						aria-label="Name of a new group"
						placeholder="Name of a new group"
						required
						value={name}
						onChange={(event) => setName(event.target.value)}
						className={fieldLook}
					/>
					<TextButton type="submit" disabled={busy} className="h-8 shrink-0">
						Make a group
					</TextButton>
				</Form>
			)}
		</SettingsSection>
	);
}

interface GroupRowProps extends GroupSettingsProps {
	readonly group: Group;
}

function GroupRow({ group, members, manages }: GroupRowProps) {
	const { attempt } = useAttempt();
	const inside = members.filter(({ id }) => group.member_ids.includes(id));
	const outside = members.filter(({ id }) => !group.member_ids.includes(id));
	return (
		<li className="flex flex-col gap-1 text-13">
			<div className="flex items-center gap-2">
				<span className="min-w-0 flex-1 truncate font-medium">{group.name}</span>
				{manages && (
					<TextButton
						onClick={() => void attempt(() => removeGroup(group.id), "The group is gone.", ["groups"])}
					>
						Remove
					</TextButton>
				)}
			</div>
			<ul className="flex flex-wrap gap-1">
				{inside.map(({ id, display_name: name }) => (
					<li key={id} className="flex h-7 items-center rounded-md border border-line pl-2 text-12">
						{name}
						{manages && (
							<RemoveButton
								label={`Take ${name} out of ${group.name}`}
								onClick={() =>
									void attempt(() => setGroupMember(group.id, id, false), `${name} left ${group.name}.`, [
										"groups",
									])
								}
							/>
						)}
					</li>
				))}
			</ul>
			{manages && outside.length > 0 && (
				<Select
					aria-label={`Put somebody into ${group.name}`}
					value=""
					onChange={(value) =>
						void attempt(() => setGroupMember(group.id, value, true), "Put in.", ["groups"])
					}
					className={`${fieldLook} max-w-56 text-ink-soft`}
					none="Put somebody in…"
					options={outside.map(({ id, display_name: name }) => [id, name])}
				/>
			)}
		</li>
	);
}
