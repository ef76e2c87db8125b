import { X } from "lucide-react";
import { useState } from "react";
import type { Group, Me, Member } from "../../../src/client/workspace-calls.ts";
import { skein } from "../api/skein.ts";
import { useRead } from "../api/use-read.ts";
import { IconButton, PrimaryButton, RemoveButton, TextButton } from "../design/buttons.tsx";
import { fieldLook } from "../design/controls.ts";
import { Modal } from "../design/dialogs.tsx";
import { Select, TextField } from "../design/fields.tsx";
import { Form, useFields } from "../design/form.tsx";
import { LoadState, useAttempt } from "../design/notice.tsx";
import { SettingsSection } from "../design/settings-section.tsx";
import { useMe } from "../route/use-me.ts";

const roles: readonly Me["role"][] = ["owner", "admin", "member", "guest"];

export function MemberSettings() {
	const me = useMe();
	const manages = me.role === "owner" || me.role === "admin";
	const members = useRead(["members"], skein.members.list);
	return (
		<>
			<SettingsSection
				first
				title="People"
				about={
					manages
						? "Owners and admins manage people. Guests see only what they are put into."
						: "Owners and admins of the workspace manage people."
				}
			>
				<LoadState query={members} what="The people" height="h-40" />
				<ul>
					{members.data?.map((member) => (
						<MemberRow key={member.id} member={member} manages={manages} />
					))}
				</ul>
				{manages && <AddPerson />}
			</SettingsSection>
			<GroupSettings members={members.data ?? []} manages={manages} />
		</>
	);
}

function MemberRow({ member, manages }: { readonly member: Member; readonly manages: boolean }) {
	const { attempt } = useAttempt();
	const [asking, setAsking] = useState(false);
	const name = member.display_name;
	return (
		<li className="flex min-h-10 items-center gap-2 border-b border-line text-13">
			<span className="min-w-0 flex-1">
				<span className="block truncate">{name}</span>
				<span className="block truncate text-12 text-ink-faint">{member.email}</span>
			</span>
			<Select
				aria-label={`Role of ${name}`}
				disabled={!manages}
				value={member.role}
				onChange={(value) =>
					void attempt(() => skein.members.setRole(member.id, value), `${name} is now ${value}.`, ["members"])
				}
				className="h-8 rounded-md border border-line bg-surface px-2 text-13 disabled:opacity-70"
				options={roles}
			/>
			{manages && (
				<IconButton icon={X} label={`Take ${name} out of the workspace`} onClick={() => setAsking(true)} />
			)}
			<Modal open={asking} onClose={() => setAsking(false)} title={`Take ${name} out of the workspace?`}>
				<div className="flex flex-col gap-4 text-13">
					<p className="text-ink-soft">
						Their chats, tokens and memberships go with them; this cannot be undone. What they made stays,
						except that nobody can read any more what was private to them.
					</p>
					<div className="flex justify-end gap-2">
						<TextButton className="h-8" onClick={() => setAsking(false)}>
							Keep them
						</TextButton>
						<PrimaryButton
							onClick={() => {
								setAsking(false);
								void attempt(() => skein.members.remove(member.id), `${name} is no longer here.`, [
									"members",
								]);
							}}
						>
							Take them out
						</PrimaryButton>
					</div>
				</div>
			</Modal>
		</li>
	);
}

function AddPerson() {
	const { busy, attempt } = useAttempt();
	const { values, field, reset } = useFields({ email: "", name: "", role: "member" as Me["role"] });

	async function add() {
		const { role } = values;
		const [email, name] = [values.email.trim(), values.name.trim()];
		const person = { email, role, ...(name !== "" && { display_name: name }) };
		const done = await attempt(() => skein.members.add(person), `${email} was added.`, ["members"]);
		if (done !== null) reset({ role });
	}

	return (
		<Form onSubmit={add} className="grid items-end gap-2 sm:grid-cols-[1fr_1fr_7rem_auto]">
			<TextField label="E-mail address" type="email" required {...field("email")} />
			<TextField label="Name" {...field("name")} />
			<Select label="Role" {...field("role")} options={roles} />
			<PrimaryButton type="submit" disabled={busy}>
				Add
			</PrimaryButton>
		</Form>
	);
}

interface GroupSettingsProps {
	readonly members: readonly Member[];
	readonly manages: boolean;
}

/** Groups of people, to share with. */
export function GroupSettings({ members, manages }: GroupSettingsProps) {
	const { busy, attempt } = useAttempt();
	const groups = useRead(["groups"], skein.groups.list);
	const [name, setName] = useState("");

	async function add() {
		const done = await attempt(() => skein.groups.create(name.trim()), `The group ${name.trim()} was made.`, [
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
						onClick={() =>
							void attempt(() => skein.groups.remove(group.id), "The group is gone.", ["groups"])
						}
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
									void attempt(
										() => skein.groups.setMember(group.id, id, false),
										`${name} left ${group.name}.`,
										["groups"],
									)
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
						void attempt(() => skein.groups.setMember(group.id, value, true), "Put in.", ["groups"])
					}
					className={`${fieldLook} max-w-56 text-ink-soft`}
					none="Put somebody in…"
					options={outside.map(({ id, display_name: name }) => [id, name])}
				/>
			)}
		</li>
	);
}
